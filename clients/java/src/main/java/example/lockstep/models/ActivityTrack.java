// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * The track of an activity.
 *
 * @param device The device that recorded the positions; null if there are none; may be null
 * @param positions The positions in order of time
 * @param recordedCount The number of recorded positions
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ActivityTrack(
        @JsonProperty("device") String device,
        @JsonProperty("positions") List<TrackPosition> positions,
        @JsonProperty("recordedCount") long recordedCount,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ActivityTrack {
        positions = Values.listOrEmpty(positions);
        otherFields = Values.hidden(otherFields);
    }
}
