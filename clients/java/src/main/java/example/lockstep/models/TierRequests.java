// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The number of requests that an account of the tier may send to each area of the API.
 *
 * @param administration Requests per minute to the administration API
 * @param agents Requests per minute to the agent API
 * @param encryption Requests per minute to the encryption API
 * @param fitness Requests per minute to the fitness API
 * @param platform Requests per hour to the platform API
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
