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
 * A custom agent.
 *
 * @param capabilities Names of tools or of groups of tools; empty if the stored definition is damaged
 * @param configuration The model of the agent; null if the stored definition is damaged; may be null
 * @param createdAt The time of creation, in UTC
 * @param description The description, at most 10 000 characters; empty if the agent has no description or the stored
 *     definition is damaged
 * @param id The id of the agent, which begins with <code>agt_</code>
 * @param name The name; empty if the stored definition is damaged
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CustomAgent(
        @JsonProperty("capabilities") List<String> capabilities,
        @JsonProperty("configuration") CustomAgentConfiguration configuration,
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("description") String description,
        @JsonProperty("id") String id,
        @JsonProperty("name") String name,
        @JsonProperty("status") AgentState status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CustomAgent {
        capabilities = Values.listOrEmpty(capabilities);
        otherFields = Values.hidden(otherFields);
    }
}
