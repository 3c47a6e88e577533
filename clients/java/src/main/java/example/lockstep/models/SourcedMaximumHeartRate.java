// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A maximum heart rate, its source and its certainty. Absent if no source has one.
 *
 * @param certainty the field <code>certainty</code>
 * @param source the field <code>source</code>
 * @param standardError The standard error of an estimate, in beats per minute; may be null
 * @param value The heart rate in beats per minute
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SourcedMaximumHeartRate(
        @JsonProperty("certainty") MetricsCertainty certainty,
        @JsonProperty("source") MetricsInputSource source,
        @JsonProperty("standardError") Double standardError,
        @JsonProperty("value") double value,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SourcedMaximumHeartRate {
        otherFields = Values.hidden(otherFields);
    }
}
