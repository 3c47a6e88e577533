// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * An insight type that was skipped.
 *
 * @param metric The metric that has too little data; absent if the whole rule was skipped; may be null
 * @param reason The missing data, in the language of the request
 * @param type the field <code>type</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SkippedInsight(
        @JsonProperty("metric") String metric,
        @JsonProperty("reason") String reason,
        @JsonProperty("type") InsightType type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SkippedInsight {
        otherFields = Values.hidden(otherFields);
    }
}
