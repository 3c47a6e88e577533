// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A power and its source.
 *
 * @param certainty the field <code>certainty</code>
 * @param source the field <code>source</code>
 * @param value The power in watts
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SourcedPower(
        @JsonProperty("certainty") MetricsCertainty certainty,
        @JsonProperty("source") MetricsInputSource source,
        @JsonProperty("value") double value,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SourcedPower {
        otherFields = Values.hidden(otherFields);
    }
}
