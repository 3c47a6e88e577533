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
 * The subject of an insight and its evidence.
 *
 * @param evidence The numbers that support the insight, by name, in canonical units
 * @param impact the field <code>impact</code>; may be null
 * @param metric The point type or metric that the insight describes, such as <code>steps</code>; absent if it
 *     describes none; may be null
 * @param recommendations Advice in the same language; absent if the rule gives no advice; may be null
 * @param rule The id of the rule
 * @param timeframe The period, as an ISO 8601 duration
 * @param trend the field <code>trend</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record InsightMetadata(
        @JsonProperty("evidence") Map<String, Object> evidence,
        @JsonProperty("impact") InsightImpact impact,
        @JsonProperty("metric") String metric,
        @JsonProperty("recommendations") List<String> recommendations,
        @JsonProperty("rule") String rule,
        @JsonProperty("timeframe") String timeframe,
        @JsonProperty("trend") InsightTrend trend,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public InsightMetadata {
        evidence = Values.mapOrEmpty(evidence);
        recommendations = Values.list(recommendations);
        otherFields = Values.hidden(otherFields);
    }
}
