// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * A sold point.
 *
 * @param confidence The confidence, 0 to 1; null if unknown; may be null
 * @param device the field <code>device</code>
 * @param timestamp the field <code>timestamp</code>
 * @param type the field <code>type</code>
 * @param unit the field <code>unit</code>
 * @param value the field <code>value</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SoldPoint(
        @JsonProperty("confidence") Double confidence,
        @JsonProperty("device") String device,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonProperty("type") String type,
        @JsonProperty("unit") String unit,
        @JsonProperty("value") double value,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SoldPoint {
        otherFields = Values.hidden(otherFields);
    }
}
