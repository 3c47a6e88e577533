// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * An agent.
 *
 * @param capabilities Names of tools or of groups of tools
 * @param id The id of the agent: <code>agt_core_</code> and a name for a core agent; <code>agt_</code> and 26
 *     characters for a custom agent
 * @param name The name; empty if the stored definition is damaged
 * @param status the field <code>status</code>
 * @param type the field <code>type</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Agent(
        @JsonProperty("capabilities") List<String> capabilities,
        @JsonProperty("id") String id,
        @JsonProperty("name") String name,
        @JsonProperty("status") AgentState status,
        @JsonProperty("type") AgentType type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Agent {
        capabilities = Values.listOrEmpty(capabilities);
        otherFields = Values.hidden(otherFields);
    }
}
