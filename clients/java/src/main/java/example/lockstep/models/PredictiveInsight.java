// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * An insight found by a rule; not medical advice.
 *
 * @param confidence The confidence, 0 to 1. A milestone has 1, because it is counted and not estimated
 * @param description The insight in sentences of the language of the request, for the athlete to read. Lists and the
 *     stream are in English
 * @param id The id of the insight: <code>ins_</code> and 26 characters. The stream sends the same id
 * @param metadata the field <code>metadata</code>
 * @param type the field <code>type</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PredictiveInsight(
        @JsonProperty("confidence") double confidence,
        @JsonProperty("description") String description,
        @JsonProperty("id") String id,
        @JsonProperty("metadata") InsightMetadata metadata,
        @JsonProperty("type") InsightType type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements StreamPayload {

    /** Makes a value of all fields. */
    public PredictiveInsight {
        otherFields = Values.hidden(otherFields);
    }
}
