// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * The recording of an activity in one file.
 *
 * @param device The device whose points the recording contains; null if the file names no device; may be null
 * @param end The end of the recording: RFC 3339, UTC
 * @param file The name of the file, or its path in the archive; null if unknown; may be null
 * @param format The format of the file, or <code>detected</code>
 * @param importIds The imports that added the file, oldest first; empty for a detected activity
 * @param start The start of the recording: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ActivityRecording(
        @JsonProperty("device") String device,
        @JsonProperty("end") OffsetDateTime end,
        @JsonProperty("file") String file,
        @JsonProperty("format") String format,
        @JsonProperty("importIds") List<String> importIds,
        @JsonProperty("start") OffsetDateTime start,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ActivityRecording {
        importIds = Values.listOrEmpty(importIds);
        otherFields = Values.hidden(otherFields);
    }
}
