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
 * An update about an agent.
 *
 * @param agentId The id of the agent; <code>agt_core_coordinator</code> if the type is <code>run</code>
 * @param id The id for <code>lastEventId</code>
 * @param payload The ids and the status that belong to the type; never a text of a chat
 * @param timestamp The time of the event
 * @param type <code>status</code>: a custom agent was created or deleted, or an agent was configured.
 *     <code>message</code>: an agent answered. <code>deployment</code>: an agent was deployed. <code>run</code>: a run
 *     of a workflow began, waits for an approval, or ended
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentUpdate(
        @JsonProperty("agentId") String agentId,
        @JsonProperty("id") String id,
        @JsonProperty("payload") Map<String, Object> payload,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonProperty("type") AgentUpdateType type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentUpdate {
        payload = Values.mapOrEmpty(payload);
        otherFields = Values.hidden(otherFields);
    }
}
