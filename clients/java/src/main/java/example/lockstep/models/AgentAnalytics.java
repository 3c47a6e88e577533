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
 * The deployed agents, and the tasks that agents completed in the range.
 *
 * @param distribution The agents that are deployed now: their number by the name of the core agent; custom agents are
 *     <code>custom</code>. An agent in several workflows of an account counts once
 * @param performance The completed tasks of each period. Empty in the view <code>overview</code>
 * @param tasks The ten most frequent tasks
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentAnalytics(
        @JsonProperty("distribution") Map<String, Long> distribution,
        @JsonProperty("performance") List<Long> performance,
        @JsonProperty("tasks") List<AgentTask> tasks,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentAnalytics {
        distribution = Values.mapOrEmpty(distribution);
        performance = Values.listOrEmpty(performance);
        tasks = Values.listOrEmpty(tasks);
        otherFields = Values.hidden(otherFields);
    }
}
