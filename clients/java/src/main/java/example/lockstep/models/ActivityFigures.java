// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The figures of an activity, computed from the points between its start and its end. A figure is null if there is not
 * enough data; <code>reasons</code> names the reason.
 *
 * @param decouplingPercent The decrease of output for each heartbeat in the second half of an even effort, in percent;
 *     may be null
 * @param efficiencyFactor Output for each heartbeat: normalized power divided by mean heart rate, or the metres per
 *     beat; may be null
 * @param heartRateZones the field <code>heartRateZones</code>
 * @param intensityFactor The normalized power divided by the threshold power; may be null
 * @param loadSource The input of the training load: <code>heartRate</code> or <code>power</code>; may be null
 * @param maxHeartRate The highest 15-second rolling median of heart rate in beats per minute, without artefacts; may
 *     be null
 * @param maxPower The highest power in watts, without single peaks above 600 W; may be null
 * @param meanHeartRate Beats per minute, weighted by time; may be null
 * @param meanPower The mean power in watts, weighted by time; may be null
 * @param meanSpeed The mean speed in metres per second: distance by moving time, otherwise by elapsed time; may be
 *     null
 * @param normalizedPower The normalized power in watts; may be null
 * @param paceSecondsPerKm The mean pace in seconds per kilometre; null for sports that are described by speed, such as
 *     cycling; may be null
 * @param reasons The reason for each figure that is null, by name
 * @param trainingLoad The training load: Banister's training impulse (TRIMP), without a unit; may be null
 * @param trainingStressScore The training stress score: 100 for an hour at the threshold power; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ActivityFigures(
        @JsonProperty("decouplingPercent") Double decouplingPercent,
        @JsonProperty("efficiencyFactor") Double efficiencyFactor,
        @JsonProperty("heartRateZones") HeartRateZones heartRateZones,
        @JsonProperty("intensityFactor") Double intensityFactor,
        @JsonProperty("loadSource") String loadSource,
        @JsonProperty("maxHeartRate") Double maxHeartRate,
        @JsonProperty("maxPower") Double maxPower,
        @JsonProperty("meanHeartRate") Double meanHeartRate,
        @JsonProperty("meanPower") Double meanPower,
        @JsonProperty("meanSpeed") Double meanSpeed,
        @JsonProperty("normalizedPower") Double normalizedPower,
        @JsonProperty("paceSecondsPerKm") Double paceSecondsPerKm,
        @JsonProperty("reasons") Map<String, String> reasons,
        @JsonProperty("trainingLoad") Double trainingLoad,
        @JsonProperty("trainingStressScore") Double trainingStressScore,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ActivityFigures {
        reasons = Values.mapOrEmpty(reasons);
        otherFields = Values.hidden(otherFields);
    }
}
