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
 * The figures of an agent, counted for this account.
 *
 * @param lastActivity The time of the last message; null if the agent has no message; may be null
 * @param tasksCompleted The number of messages with a complete answer, without counter-questions, errors and partial
 *     answers
 * @param uptime The time since the oldest deployment that still exists, as an ISO 8601 duration; null without a
 *     deployment; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlatformAgentMetrics(
        @JsonProperty("last_activity") OffsetDateTime lastActivity,
        @JsonProperty("tasks_completed") long tasksCompleted,
        @JsonProperty("uptime") String uptime,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PlatformAgentMetrics {
        otherFields = Values.hidden(otherFields);
    }
}
