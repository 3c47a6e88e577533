// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The requests that an account of the tier may send, by area.
 *
 * @param administration Area C, a minute
 * @param agents Area D, a minute
 * @param encryption Area E, a minute
 * @param fitness Area A, a minute
 * @param platform Area B, an hour
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TierRequests(
        @JsonProperty("administration") long administration,
        @JsonProperty("agents") long agents,
        @JsonProperty("encryption") long encryption,
        @JsonProperty("fitness") long fitness,
        @JsonProperty("platform") long platform,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TierRequests {
        otherFields = Values.hidden(otherFields);
    }
}
