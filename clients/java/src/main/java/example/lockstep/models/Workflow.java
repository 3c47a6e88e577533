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
 * A workflow with one of its versions.
 *
 * @param createdAt The time at which the version was stored
 * @param enabled Whether the trigger starts runs
 * @param graph the field <code>graph</code>
 * @param latestVersion The number of the latest version
 * @param nextRunAt The time of the next run; null if no time is set; may be null
 * @param skippedRuns The number of runs that the trigger did not start, because the previous run or too many other
 *     runs were active, the storage quota was used up, or the account was suspended
 * @param version The number of the version that <code>graph</code> is of
 * @param workflowId The name that the client chose: 1 to 64 letters, digits, <code>_</code> or <code>-</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Workflow(
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("enabled") boolean enabled,
        @JsonProperty("graph") WorkflowGraph graph,
        @JsonProperty("latestVersion") long latestVersion,
        @JsonProperty("nextRunAt") OffsetDateTime nextRunAt,
        @JsonProperty("skippedRuns") long skippedRuns,
        @JsonProperty("version") long version,
        @JsonProperty("workflowId") String workflowId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Workflow {
        otherFields = Values.hidden(otherFields);
    }
}
