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
 * A signed checkpoint of the audit log.
 *
 * @param number The number of the checkpoint, from 1
 * @param sequence The last entry that it covers
 * @param timestamp The time at which the platform signed the checkpoint, in UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditCheckpoint(
        @JsonProperty("number") long number,
        @JsonProperty("sequence") long sequence,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AuditCheckpoint {
        otherFields = Values.hidden(otherFields);
    }
}
