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
 * Heart-rate variability of a range. The figures are null with a <code>reason</code>.
 *
 * @param artefacts The number of artefacts: intervals outside 300 to 2000 ms, or more than 20 % from the median of the
 *     intervals around them. At most 5 % are allowed; may be null
 * @param device The device that measured the intervals; null without intervals; may be null
 * @param dfaAlpha1 The short-term exponent of detrended fluctuation analysis, of the longest part without missing
 *     beats; it needs 300 intervals; may be null
 * @param endDate The end of the range, inclusive
 * @param intervals The number of RR intervals; may be null
 * @param meanRr The mean of the normal intervals in ms; may be null
 * @param reason The reason why figures are null; may be null
 * @param rmssd The root mean square of successive differences of normal intervals in ms; may be null
 * @param sdnn The standard deviation of the normal intervals in ms; may be null
 * @param skippedPoints The points left out because their key does not decrypt, only the client holds their key, or
 *     their stored bytes are damaged; may be null
 * @param startDate The start of the range, inclusive
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HeartRateVariability(
        @JsonProperty("artefacts") Long artefacts,
        @JsonProperty("device") String device,
        @JsonProperty("dfaAlpha1") Double dfaAlpha1,
        @JsonProperty("endDate") OffsetDateTime endDate,
        @JsonProperty("intervals") Long intervals,
        @JsonProperty("meanRr") Double meanRr,
        @JsonProperty("reason") String reason,
        @JsonProperty("rmssd") Double rmssd,
        @JsonProperty("sdnn") Double sdnn,
        @JsonProperty("skippedPoints") List<SkippedPoints> skippedPoints,
        @JsonProperty("startDate") OffsetDateTime startDate,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public HeartRateVariability {
        skippedPoints = Values.list(skippedPoints);
        otherFields = Values.hidden(otherFields);
    }
}
