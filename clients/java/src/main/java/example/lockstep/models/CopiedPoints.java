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
 * Points that two devices both have.
 *
 * @param compared The number of points of the first device for which the second has a point at that time
 * @param devices The names of the two devices
 * @param equal The number of points of the first device that the second has, too
 * @param shiftSeconds The seconds by which the times of the second device are later: 0, or whole quarter hours, as
 *     between time zones
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CopiedPoints(
        @JsonProperty("compared") long compared,
        @JsonProperty("devices") List<String> devices,
        @JsonProperty("equal") long equal,
        @JsonProperty("shiftSeconds") long shiftSeconds,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CopiedPoints {
        devices = Values.listOrEmpty(devices);
        otherFields = Values.hidden(otherFields);
    }
}
