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
 * A recorded position.
 *
 * @param altitude Metres above sea level; null if the device did not record it; may be null
 * @param latitude The latitude in degrees north
 * @param longitude The longitude in degrees east
 * @param timestamp The time of the position: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TrackPosition(
        @JsonProperty("altitude") Double altitude,
        @JsonProperty("latitude") double latitude,
        @JsonProperty("longitude") double longitude,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TrackPosition {
        otherFields = Values.hidden(otherFields);
    }
}
