// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A run that was started.
 *
 * @param runId The id of the run, which begins with <code>run_</code>
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StartedWorkflowRun(
        @JsonProperty("runId") String runId,
        @JsonProperty("status") WorkflowRunStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public StartedWorkflowRun {
        otherFields = Values.hidden(otherFields);
    }
}
