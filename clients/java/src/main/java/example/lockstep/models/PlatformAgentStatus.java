// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The status of an agent.
 *
 * @param id The id of the agent, as in the path
 * @param metrics the field <code>metrics</code>
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlatformAgentStatus(
        @JsonProperty("id") String id,
        @JsonProperty("metrics") PlatformAgentMetrics metrics,
        @JsonProperty("status") AgentState status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PlatformAgentStatus {
        otherFields = Values.hidden(otherFields);
    }
}
