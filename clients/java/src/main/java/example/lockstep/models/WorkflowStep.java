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
 * The result of a node.
 *
 * @param at The time when <code>status</code> last changed, in UTC; null if the stored step is damaged; may be null
 * @param error The reason why the node failed; otherwise null; may be null
 * @param input The input of a tool; may be null
 * @param node The id of the node
 * @param output The output of the node; may be null
 * @param redacted The reason why <code>input</code>, <code>output</code> and <code>error</code> are left out: the API
 *     key lacks the scopes of a tool whose output they may contain. Otherwise null; may be null
 * @param status the field <code>status</code>
 * @param tool The name of the tool that the node calls; may be null
 * @param type The type of the node
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowStep(
        @JsonProperty("at") OffsetDateTime at,
        @JsonProperty("error") String error,
        @JsonProperty("input") Map<String, Object> input,
        @JsonProperty("node") String node,
        @JsonProperty("output") Object output,
        @JsonProperty("redacted") String redacted,
        @JsonProperty("status") WorkflowStepStatus status,
        @JsonProperty("tool") String tool,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WorkflowStep {
        input = Values.map(input);
        otherFields = Values.hidden(otherFields);
    }
}
