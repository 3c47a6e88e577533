// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The deviation of an effort from the model.
 *
 * @param durationSeconds The length of the effort in seconds, 120 to 1200
 * @param residual The measured value minus the value of the model
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelResidual(
        @JsonProperty("durationSeconds") long durationSeconds,
        @JsonProperty("residual") double residual,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ModelResidual {
        otherFields = Values.hidden(otherFields);
    }
}
