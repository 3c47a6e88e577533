// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * How far a running job has come, in units of its work: the blocks of the data, or the steps of a set-up and a proof.
 * The units of a job may take different times.
 *
 * @param done The units that are done
 * @param total The units in all, at least 1
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobProgress(
        @JsonProperty("done") long done,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public JobProgress {
        otherFields = Values.hidden(otherFields);
    }
}
