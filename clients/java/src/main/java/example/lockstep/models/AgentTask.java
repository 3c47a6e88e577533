// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A task of agents and how often it ran in the range.
 *
 * @param count The number of completed tasks in the range
 * @param name The tool that the agent called, or <code>answer</code> if it called none or several
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentTask(
        @JsonProperty("count") long count,
        @JsonProperty("name") String name,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentTask {
        otherFields = Values.hidden(otherFields);
    }
}
