// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * The two-parameter model of critical power, fitted to the highest means of 2 to 20 minutes: value = critical +
 * capacity / seconds (Monod and Scherrer 1965). It is valid only if these efforts were maximal.
 *
 * @param capacity W′ in J, or D′ in m
 * @param critical Critical power in W, or critical speed in m/s
 * @param name Always <code>critical-power-2-parameter</code>
 * @param rSquared The share of the variance that the model explains
 * @param residuals The efforts that the model was fitted to
 * @param standardError The standard error of the estimate, in the unit of <code>critical</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CriticalPowerModel(
        @JsonProperty("capacity") double capacity,
        @JsonProperty("critical") double critical,
        @JsonProperty("name") String name,
        @JsonProperty("rSquared") double rSquared,
        @JsonProperty("residuals") List<ModelResidual> residuals,
        @JsonProperty("standardError") double standardError,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CriticalPowerModel {
        residuals = Values.listOrEmpty(residuals);
        otherFields = Values.hidden(otherFields);
    }
}
