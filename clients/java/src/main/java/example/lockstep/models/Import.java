// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * An import of a file.
 *
 * @param activityCount The number of activities in the file
 * @param end The last record of the file; may be null
 * @param errorCount The number of errors in the file
 * @param file The name of the file; null if it was not sent; may be null
 * @param finishedAt When the import was complete; null before; may be null
 * @param format The format of the file; null before the import is complete; may be null
 * @param id The id of the import: <code>imp_</code> and 26 characters
 * @param newCount The number of these points that were not stored before
 * @param processedCount The number of points that were stored
 * @param start The first record of the file; null before the import is complete, and without a record; may be null
 * @param startedAt The time at which the import began: RFC 3339, UTC
 * @param state the field <code>state</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Import(
        @JsonProperty("activityCount") long activityCount,
        @JsonProperty("end") OffsetDateTime end,
        @JsonProperty("errorCount") long errorCount,
        @JsonProperty("file") String file,
        @JsonProperty("finishedAt") OffsetDateTime finishedAt,
        @JsonProperty("format") String format,
        @JsonProperty("id") String id,
        @JsonProperty("newCount") long newCount,
        @JsonProperty("processedCount") long processedCount,
        @JsonProperty("start") OffsetDateTime start,
        @JsonProperty("startedAt") OffsetDateTime startedAt,
        @JsonProperty("state") ImportState state,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Import {
        otherFields = Values.hidden(otherFields);
    }
}
