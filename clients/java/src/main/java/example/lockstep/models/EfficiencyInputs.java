// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The inputs of the efficiency factor.
 *
 * @param meanHeartRate The mean heart rate in beats per minute
 * @param minutes The minutes of activities with both
 * @param output <code>power</code> or <code>speed</code>
 * @param sport The family of the sport; null if no activity states it; may be null
 * @param value The normalized power in W, or the mean speed in m/s
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EfficiencyInputs(
        @JsonProperty("meanHeartRate") double meanHeartRate,
        @JsonProperty("minutes") double minutes,
        @JsonProperty("output") String output,
        @JsonProperty("sport") String sport,
        @JsonProperty("value") double value,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public EfficiencyInputs {
        otherFields = Values.hidden(otherFields);
    }
}
