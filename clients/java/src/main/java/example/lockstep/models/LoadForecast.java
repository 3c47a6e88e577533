// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * The balance of training load at the latest point and on the days after it. The figures are null with a
 * <code>reason</code>.
 *
 * @param acuteLoad The acute load ("fatigue") at the latest point; may be null
 * @param chronicLoad The chronic load ("fitness") at the latest point; may be null
 * @param dailyLoad The training load that the forecast has for each day; may be null
 * @param days The coming days; empty if the balance is unknown
 * @param lastDate The day of the latest point, after which the forecast begins
 * @param reason The reason why figures are null; may be null
 * @param timeZone The IANA name of the time zone of the dates
 * @param trainingStressBalance Chronic minus acute load ("form") at the latest point; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LoadForecast(
        @JsonProperty("acuteLoad") Double acuteLoad,
        @JsonProperty("chronicLoad") Double chronicLoad,
        @JsonProperty("dailyLoad") Double dailyLoad,
        @JsonProperty("days") List<LoadForecastDay> days,
        @JsonProperty("lastDate") LocalDate lastDate,
        @JsonProperty("reason") String reason,
        @JsonProperty("timeZone") String timeZone,
        @JsonProperty("trainingStressBalance") Double trainingStressBalance,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public LoadForecast {
        days = Values.listOrEmpty(days);
        otherFields = Values.hidden(otherFields);
    }
}
