// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The first invalid entry of the audit log.
 *
 * @param reason The defect in words
 * @param sequence The number of the entry in the chain, from 1
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record InvalidAuditEntry(
        @JsonProperty("reason") String reason,
        @JsonProperty("sequence") long sequence,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public InvalidAuditEntry {
        otherFields = Values.hidden(otherFields);
    }
}
