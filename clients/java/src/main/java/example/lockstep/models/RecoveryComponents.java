// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The components of a recovery score.
 *
 * @param hrvRmssd The logarithm of rMSSD; weight 0.6. Null: too few days; may be null
 * @param restingHeartRate The resting heart rate; weight 0.25, sign inverted. Null: too few days; may be null
 * @param sleepDuration The sleep duration; weight 0.15. Null: too few days; may be null
 * @param z The weighted mean of the components; the score is 100·Φ(z)
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RecoveryComponents(
        @JsonProperty("hrvRmssd") BaselineComparison hrvRmssd,
        @JsonProperty("restingHeartRate") BaselineComparison restingHeartRate,
        @JsonProperty("sleepDuration") BaselineComparison sleepDuration,
        @JsonProperty("z") double z,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RecoveryComponents {
        otherFields = Values.hidden(otherFields);
    }
}
