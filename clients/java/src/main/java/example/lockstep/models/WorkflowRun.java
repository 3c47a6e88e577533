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
 * A run of a workflow with its journal.
 *
 * @param dryRun Whether the run only plans the calls that change data
 * @param endedAt The time when the run ended; null while it is running; may be null
 * @param error The reason why the run failed; otherwise null; may be null
 * @param reason the field <code>reason</code>
 * @param result The values of the output nodes, by their ids. A value that an API key may not see is left out, as in
 *     <code>steps</code>
 * @param runId The id of the run, which begins with <code>run_</code>
 * @param startedAt The time when the run started, in UTC
 * @param status the field <code>status</code>
 * @param steps The nodes that ran or were skipped, in the order of the graph
 * @param version The version of the workflow. A run keeps its version even if newer versions are stored
 * @param waitingFor The message of the approval that the run waits for; otherwise null; may be null
 * @param workflowId The name of the workflow, which the client chose
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowRun(
        @JsonProperty("dryRun") boolean dryRun,
        @JsonProperty("endedAt") OffsetDateTime endedAt,
        @JsonProperty("error") String error,
        @JsonProperty("reason") WorkflowRunReason reason,
        @JsonProperty("result") Map<String, Object> result,
        @JsonProperty("runId") String runId,
        @JsonProperty("startedAt") OffsetDateTime startedAt,
        @JsonProperty("status") WorkflowRunStatus status,
        @JsonProperty("steps") List<WorkflowStep> steps,
        @JsonProperty("version") long version,
        @JsonProperty("waitingFor") String waitingFor,
        @JsonProperty("workflowId") String workflowId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WorkflowRun {
        result = Values.mapOrEmpty(result);
        steps = Values.listOrEmpty(steps);
        otherFields = Values.hidden(otherFields);
    }
}
