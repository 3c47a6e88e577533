// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The amount of data available; unused inputs are absent.
 *
 * @param heartRateDays Days of the range with a heart rate; may be null
 * @param heartRateSeconds Seconds of the range covered by heart rate data; may be null
 * @param hrvRmssdDays Days of the range with an rMSSD; may be null
 * @param loadDays Days of history used for acute and chronic load, from the first one with data on; may be null
 * @param powerSeconds Seconds of the range covered by power data; may be null
 * @param recentLoadDays The number of the last 42 days that count as covered: each day with heart rate, power or an
 *     activity, and the 6 days after it; may be null
 * @param restingHeartRateDays Days of the range with a resting heart rate; may be null
 * @param sleepDays Days of the range with a sleep duration; may be null
 * @param sleepStageDays Nights that end in the range with stages of sleep; may be null
 * @param stepsDays Days of the range with steps; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MetricsCoverage(
        @JsonProperty("heartRateDays") Long heartRateDays,
        @JsonProperty("heartRateSeconds") Double heartRateSeconds,
        @JsonProperty("hrvRmssdDays") Long hrvRmssdDays,
        @JsonProperty("loadDays") Long loadDays,
        @JsonProperty("powerSeconds") Double powerSeconds,
        @JsonProperty("recentLoadDays") Long recentLoadDays,
        @JsonProperty("restingHeartRateDays") Long restingHeartRateDays,
        @JsonProperty("sleepDays") Long sleepDays,
        @JsonProperty("sleepStageDays") Long sleepStageDays,
        @JsonProperty("stepsDays") Long stepsDays,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MetricsCoverage {
        otherFields = Values.hidden(otherFields);
    }
}
