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
 * A workflow in a list.
 *
 * @param enabled Whether the trigger starts runs
 * @param nextRunAt The time of the next run; null if no time is set; may be null
 * @param skippedRuns The number of runs that the trigger did not start, because the previous run or too many other
 *     runs were active, the storage quota was used up, or the account was suspended
 * @param updatedAt The time at which the workflow was last stored, in UTC
 * @param version The number of the latest version; null if the stored workflow is damaged; may be null
 * @param workflowId The name that the client chose; null if the stored workflow is damaged; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowSummary(
        @JsonProperty("enabled") boolean enabled,
        @JsonProperty("nextRunAt") OffsetDateTime nextRunAt,
        @JsonProperty("skippedRuns") long skippedRuns,
        @JsonProperty("updatedAt") OffsetDateTime updatedAt,
        @JsonProperty("version") Long version,
        @JsonProperty("workflowId") String workflowId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WorkflowSummary {
        otherFields = Values.hidden(otherFields);
    }
}
