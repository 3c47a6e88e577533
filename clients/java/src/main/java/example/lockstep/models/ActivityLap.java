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
 * A lap of an activity.
 *
 * @param distanceMeters The distance in metres; null if the file does not state it and no record of the lap counts it;
 *     may be null
 * @param elapsedSeconds The duration in seconds, including pauses
 * @param energyKcal The energy in kcal; null if the file does not state it; may be null
 * @param movingSeconds The duration in seconds without pauses; null if the file does not state it; may be null
 * @param start The start of the lap: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ActivityLap(
        @JsonProperty("distanceMeters") Double distanceMeters,
        @JsonProperty("elapsedSeconds") double elapsedSeconds,
        @JsonProperty("energyKcal") Double energyKcal,
        @JsonProperty("movingSeconds") Double movingSeconds,
        @JsonProperty("start") OffsetDateTime start,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ActivityLap {
        otherFields = Values.hidden(otherFields);
    }
}
