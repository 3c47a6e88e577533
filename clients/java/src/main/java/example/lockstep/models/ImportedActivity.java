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
 * An activity of the imported file.
 *
 * @param activityId The stored activity; null if the account has no room for another; may be null
 * @param distanceMeters The distance in metres, if the file states it or its records count it; may be null
 * @param durationSeconds The duration in seconds, including pauses
 * @param energyKcal The energy in kcal, if the export states it for the whole activity; may be null
 * @param name The name in the file, otherwise the sport, otherwise <code>activity</code>
 * @param records The number of records or track points in the file; 0 if the file stores readings separately from
 *     activities
 * @param sport The sport by FIT's names, such as <code>running</code>; null if the file does not state it; may be null
 * @param start The start: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ImportedActivity(
        @JsonProperty("activityId") String activityId,
        @JsonProperty("distanceMeters") Double distanceMeters,
        @JsonProperty("durationSeconds") double durationSeconds,
        @JsonProperty("energyKcal") Double energyKcal,
        @JsonProperty("name") String name,
        @JsonProperty("records") long records,
        @JsonProperty("sport") String sport,
        @JsonProperty("start") OffsetDateTime start,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ImportedActivity {
        otherFields = Values.hidden(otherFields);
    }
}
