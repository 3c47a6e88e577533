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
 * @param device The seller's name or id of the device that measured the point
 * @param timestamp The time of the measurement: RFC 3339, UTC, with milliseconds
 * @param type The point type, as in <code>GET /v1/sfdp/types</code>, or a custom type of the seller
 * @param unit The unit as the seller stored it; it can differ from the canonical unit of the type
 * @param value The value in <code>unit</code>, as the seller stored it
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
