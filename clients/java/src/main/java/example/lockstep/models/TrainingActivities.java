// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The activities behind the training load: those of the range, or of the history if only acute and chronic load are
 * requested.
 *
 * @param activities The number of activities. Overlapping ones count as one
 * @param byHeartRate The number of activities whose load is the training impulse of their heart rate
 * @param byPower The number of activities whose load comes from power, because heart rate covers less than 80 % of
 *     them
 * @param impulsePerThresholdHour The training impulse that equals a training stress score of 100
 * @param inPart The number of activities whose load is too low, because heart rate covers 50 to 90 % of the moving
 *     time
 * @param recorded The number of activities that a device recorded. The others were detected in the points
 * @param thresholdPower The threshold power of loads that come from power; may be null
 * @param withoutLoad The number of activities without a load, because the maximum heart rate or the threshold power is
 *     unknown, or heart rate covers less than half of the moving time
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TrainingActivities(
        @JsonProperty("activities") long activities,
        @JsonProperty("byHeartRate") long byHeartRate,
        @JsonProperty("byPower") long byPower,
        @JsonProperty("impulsePerThresholdHour") double impulsePerThresholdHour,
        @JsonProperty("inPart") long inPart,
        @JsonProperty("recorded") long recorded,
        @JsonProperty("thresholdPower") SourcedPower thresholdPower,
        @JsonProperty("withoutLoad") long withoutLoad,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TrainingActivities {
        otherFields = Values.hidden(otherFields);
    }
}
