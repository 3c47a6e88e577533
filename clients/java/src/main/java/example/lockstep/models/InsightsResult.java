// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * The insights, and the skipped ones with their reasons.
 *
 * @param insights The insights found; empty if no rule found anything
 * @param processingTime The processing time in milliseconds
 * @param skipped The insights skipped for lack of data
 * @param skippedPoints Stored points not used because their key does not decrypt; may be null
 * @param window The days examined; null if there is no point; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record InsightsResult(
        @JsonProperty("insights") List<PredictiveInsight> insights,
        @JsonProperty("processingTime") double processingTime,
        @JsonProperty("skipped") List<SkippedInsight> skipped,
        @JsonProperty("skippedPoints") List<SkippedPoints> skippedPoints,
        @JsonProperty("window") InsightsWindow window,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public InsightsResult {
        insights = Values.listOrEmpty(insights);
        skipped = Values.listOrEmpty(skipped);
        skippedPoints = Values.list(skippedPoints);
        otherFields = Values.hidden(otherFields);
    }
}
