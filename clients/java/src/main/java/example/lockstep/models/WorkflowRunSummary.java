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
 * A run in a list.
 *
 * @param dryRun Whether the run only plans the calls that change data; false if the stored run is damaged
 * @param endedAt The time when the run ended; null while it is running; may be null
 * @param error The reason why the run failed; otherwise null; may be null
 * @param reason The cause of the run; null if the stored run is damaged; may be null
 * @param runId The id of the run, which begins with <code>run_</code>
 * @param startedAt The time when the run started, in UTC
 * @param status the field <code>status</code>
 * @param version The version of the workflow; null if the stored run is damaged; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowRunSummary(
        @JsonProperty("dryRun") boolean dryRun,
        @JsonProperty("endedAt") OffsetDateTime endedAt,
        @JsonProperty("error") String error,
        @JsonProperty("reason") WorkflowRunReason reason,
        @JsonProperty("runId") String runId,
        @JsonProperty("startedAt") OffsetDateTime startedAt,
        @JsonProperty("status") WorkflowRunStatus status,
        @JsonProperty("version") Long version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WorkflowRunSummary {
        otherFields = Values.hidden(otherFields);
    }
}
