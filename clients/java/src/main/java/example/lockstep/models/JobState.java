// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The state of a job.
 *
 * @param error The error that the request would have returned; present once the job has failed; may be null
 * @param jobId The id of the job, which begins with <code>job_</code>
 * @param progress How far the job is; absent while it is not known, and after the end; may be null
 * @param result The body that the request would have returned; present once the job has succeeded; may be null
 * @param status <code>running</code>, <code>succeeded</code> or <code>failed</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobState(
        @JsonProperty("error") JobError error,
        @JsonProperty("jobId") String jobId,
        @JsonProperty("progress") JobProgress progress,
        @JsonProperty("result") Map<String, Object> result,
        @JsonProperty("status") String status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public JobState {
        result = Values.map(result);
        otherFields = Values.hidden(otherFields);
    }
}
