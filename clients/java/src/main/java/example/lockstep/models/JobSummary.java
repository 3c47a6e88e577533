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
 * A job of any account, without its result or error.
 *
 * @param accountId The id of the account that started the job
 * @param endedAt The time when the job ended, in UTC; null while it runs; may be null
 * @param jobId The id of the job, which begins with <code>job_</code>
 * @param kind The area of the API whose request started the job
 * @param progress How far the job is; absent while it is not known, and after the end; may be null
 * @param startedAt The time when the job was accepted, in UTC
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobSummary(
        @JsonProperty("accountId") String accountId,
        @JsonProperty("endedAt") OffsetDateTime endedAt,
        @JsonProperty("jobId") String jobId,
        @JsonProperty("kind") String kind,
        @JsonProperty("progress") JobProgress progress,
        @JsonProperty("startedAt") OffsetDateTime startedAt,
        @JsonProperty("status") JobStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public JobSummary {
        otherFields = Values.hidden(otherFields);
    }
}
