// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The parameters that an agent uses.
 *
 * @param searchDepth The depth of a search: 20 records of each list and 5 calls of tools for each step. Default: 3
 * @param timeout The maximum duration of an answer in seconds
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentParameters(
        @JsonProperty("searchDepth") long searchDepth,
        @JsonProperty("timeout") long timeout,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentParameters {
        otherFields = Values.hidden(otherFields);
    }
}
