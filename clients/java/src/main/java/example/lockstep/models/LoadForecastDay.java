// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.LocalDate;
import java.util.Map;

/**
 * The balance of training load at the end of a coming day.
 *
 * @param acuteLoad The acute load ("fatigue")
 * @param chronicLoad The chronic load ("fitness")
 * @param date The day
 * @param trainingStressBalance Chronic minus acute load ("form")
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LoadForecastDay(
        @JsonProperty("acuteLoad") double acuteLoad,
        @JsonProperty("chronicLoad") double chronicLoad,
        @JsonProperty("date") LocalDate date,
        @JsonProperty("trainingStressBalance") double trainingStressBalance,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public LoadForecastDay {
        otherFields = Values.hidden(otherFields);
    }
}
