// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The requested metrics. A metric is null if there is not enough data; <code>basis.reasons</code> names the reason.
 *
 * @param acuteLoad Training load per day, weighted over 7 days, at the end of the range; may be null
 * @param chronicLoad Training load per day, weighted over 42 days, at the end of the range; may be null
 * @param dayStrain Banister's training impulse per day of the heart rate outside of activities: work, errands, stress.
 *     It is not included in training load, acute load and chronic load; may be null
 * @param efficiencyFactor Output for each heartbeat in the activities of the range: normalized power divided by mean
 *     heart rate (W per beat/min), or without power the metres per beat of the mean speed; may be null
 * @param fatigueLevel 0 to 100: acute relative to chronic load at the end of the range; 50 means equal. Not a
 *     prediction of injury risk; may be null
 * @param heartRateZones the field <code>heartRateZones</code>; may be null
 * @param hrvRmssd The mean of the range's days, in milliseconds; may be null
 * @param monotony The mean divided by the standard deviation of the daily load of the 7 days up to the end of the
 *     range; may be null
 * @param normalizedPower The normalized power in watts; may be null
 * @param recoveryScore 0 to 100: rMSSD, resting heart rate and sleep of the last 7 days compared with the 60 days
 *     before. The weights are a choice of this project and not validated; may be null
 * @param restingHeartRate The mean of the range's days, in beats per minute; may be null
 * @param sleepDuration The mean of the range's days with sleep data, in seconds; may be null
 * @param sleepRegularityIndex -100 to 100: how equal the times of sleep are from day to day; needs 5 nights with
 *     stages; may be null
 * @param steps The number of steps in the range; may be null
 * @param strain The training load of these 7 days multiplied by their monotony; may be null
 * @param trainingLoad Banister's training impulse of the range's activities: recorded ones, and sustained efforts of
 *     at least 10 minutes. Activities without heart rate count by power; may be null
 * @param trainingStressBalance Chronic minus acute load; may be null
 * @param vo2maxEstimate mL/kg/min, estimated from the ratio of maximum to resting heart rate; not a measurement; may
 *     be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PerformanceMetrics(
        @JsonProperty("acuteLoad") Double acuteLoad,
        @JsonProperty("chronicLoad") Double chronicLoad,
        @JsonProperty("dayStrain") Double dayStrain,
        @JsonProperty("efficiencyFactor") Double efficiencyFactor,
        @JsonProperty("fatigueLevel") Double fatigueLevel,
        @JsonProperty("heartRateZones") HeartRateZones heartRateZones,
        @JsonProperty("hrvRmssd") Double hrvRmssd,
        @JsonProperty("monotony") Double monotony,
        @JsonProperty("normalizedPower") Double normalizedPower,
        @JsonProperty("recoveryScore") Double recoveryScore,
        @JsonProperty("restingHeartRate") Double restingHeartRate,
        @JsonProperty("sleepDuration") Double sleepDuration,
        @JsonProperty("sleepRegularityIndex") Double sleepRegularityIndex,
        @JsonProperty("steps") Double steps,
        @JsonProperty("strain") Double strain,
        @JsonProperty("trainingLoad") Double trainingLoad,
        @JsonProperty("trainingStressBalance") Double trainingStressBalance,
        @JsonProperty("vo2maxEstimate") Double vo2maxEstimate,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements StreamPayload {

    /** Makes a value of all fields. */
    public PerformanceMetrics {
        otherFields = Values.hidden(otherFields);
    }
}
