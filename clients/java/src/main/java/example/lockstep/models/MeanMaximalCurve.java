// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * The mean-maximal curve: the highest mean of a range for each duration.
 *
 * @param endDate The end of the range, inclusive
 * @param model The model of critical power (for <code>speed</code>, of critical speed); null with
 *     <code>modelReason</code>. Null for <code>heart_rate</code>; may be null
 * @param modelReason The reason why there is no model; may be null
 * @param points The highest means, by ascending duration. A duration is missing if no recording without a gap of more
 *     than 30 seconds is that long
 * @param skippedPoints The points left out because their key does not decrypt, only the client holds their key, or
 *     their stored bytes are damaged; may be null
 * @param sport The family of sports; null for all points; may be null
 * @param startDate The start of the range, inclusive
 * @param timeZone The IANA name of the time zone of the dates
 * @param type the field <code>type</code>
 * @param unit The unit of the values
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MeanMaximalCurve(
        @JsonProperty("endDate") OffsetDateTime endDate,
        @JsonProperty("model") CriticalPowerModel model,
        @JsonProperty("modelReason") String modelReason,
        @JsonProperty("points") List<MeanMaximalCurvePoint> points,
        @JsonProperty("skippedPoints") List<SkippedPoints> skippedPoints,
        @JsonProperty("sport") String sport,
        @JsonProperty("startDate") OffsetDateTime startDate,
        @JsonProperty("timeZone") String timeZone,
        @JsonProperty("type") MeanMaximalCurveType type,
        @JsonProperty("unit") String unit,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MeanMaximalCurve {
        points = Values.listOrEmpty(points);
        skippedPoints = Values.list(skippedPoints);
        otherFields = Values.hidden(otherFields);
    }
}
