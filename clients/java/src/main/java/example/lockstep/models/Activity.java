// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * An activity: one session of sport, merged from the files that contain it.
 *
 * @param climbMeters The climb in metres; null without an altitude; may be null
 * @param devices The devices that recorded the activity
 * @param distanceMeters The distance in metres; null if no file states it and no record counts it; may be null
 * @param elapsedSeconds The duration in seconds, including pauses
 * @param end The end: RFC 3339, UTC
 * @param energyKcal The energy in kcal; null if no file states it; may be null
 * @param id The id of the activity: <code>act_</code> and 26 characters
 * @param laps The laps in order of time; segments of a GPX track count as laps
 * @param movingSeconds The duration in seconds without pauses; null if no file states it; may be null
 * @param name The name that the owner set, at most 200 characters; otherwise the name in a file; otherwise
 *     <code>activity</code>
 * @param notes The owner's notes; may be null
 * @param recordings The recordings that the activity was merged from
 * @param source the field <code>source</code>
 * @param sport The sport by FIT's names; null if no file states it; may be null
 * @param start The start: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Activity(
        @JsonProperty("climbMeters") Double climbMeters,
        @JsonProperty("devices") List<String> devices,
        @JsonProperty("distanceMeters") Double distanceMeters,
        @JsonProperty("elapsedSeconds") double elapsedSeconds,
        @JsonProperty("end") OffsetDateTime end,
        @JsonProperty("energyKcal") Double energyKcal,
        @JsonProperty("id") String id,
        @JsonProperty("laps") List<ActivityLap> laps,
        @JsonProperty("movingSeconds") Double movingSeconds,
        @JsonProperty("name") String name,
        @JsonProperty("notes") String notes,
        @JsonProperty("recordings") List<ActivityRecording> recordings,
        @JsonProperty("source") ActivitySource source,
        @JsonProperty("sport") String sport,
        @JsonProperty("start") OffsetDateTime start,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Activity {
        devices = Values.listOrEmpty(devices);
        laps = Values.listOrEmpty(laps);
        recordings = Values.listOrEmpty(recordings);
        otherFields = Values.hidden(otherFields);
    }
}
