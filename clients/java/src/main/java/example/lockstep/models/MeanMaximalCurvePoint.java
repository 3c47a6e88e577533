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
 * The highest mean over a duration. Where devices overlap, only one of them counts.
 *
 * @param date The day on which the effort ended. Of equal efforts, the first counts
 * @param derived Whether speeds of this day, or some of them, are derived from positions, because none is recorded;
 *     absent if false; may be null
 * @param durationSeconds The length of the effort in seconds, 1 to 18 000
 * @param paceSecondsPer100m A speed of swimming as seconds per 100 metres; absent otherwise; may be null
 * @param paceSecondsPerKm A speed of running or walking as seconds per kilometre; absent otherwise; may be null
 * @param value The highest mean over this duration, in the curve's <code>unit</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MeanMaximalCurvePoint(
        @JsonProperty("date") LocalDate date,
        @JsonProperty("derived") Boolean derived,
        @JsonProperty("durationSeconds") long durationSeconds,
        @JsonProperty("paceSecondsPer100m") Double paceSecondsPer100m,
        @JsonProperty("paceSecondsPerKm") Double paceSecondsPerKm,
        @JsonProperty("value") double value,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MeanMaximalCurvePoint {
        otherFields = Values.hidden(otherFields);
    }
}
