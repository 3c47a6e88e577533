// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The error of a failed job.
 *
 * @param code An error code of the area whose route started the job
 * @param details Details for programs, such as <code>parameter</code> and <code>reason</code>; absent if the error has
 *     no details; may be null
 * @param message The problem and the remedy
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobError(
        @JsonProperty("code") String code,
        @JsonProperty("details") Map<String, Object> details,
        @JsonProperty("message") String message,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public JobError {
        details = Values.map(details);
        otherFields = Values.hidden(otherFields);
    }
}
