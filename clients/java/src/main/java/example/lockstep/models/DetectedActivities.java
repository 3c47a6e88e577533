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
 * The activities that were detected.
 *
 * @param activities The stored activities in order of time: at most 1000
 * @param hasMore Whether the range has more efforts than one request stores
 * @param nextStartDate The <code>startDate</code> of the request that continues the detection, with the same
 *     <code>endDate</code>; null if there are no more efforts; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DetectedActivities(
        @JsonProperty("activities") List<Activity> activities,
        @JsonProperty("hasMore") boolean hasMore,
        @JsonProperty("nextStartDate") OffsetDateTime nextStartDate,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DetectedActivities {
        activities = Values.listOrEmpty(activities);
        otherFields = Values.hidden(otherFields);
    }
}
