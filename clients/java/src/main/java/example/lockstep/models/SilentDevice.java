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
 * A device without points in the range.
 *
 * @param id The id of the device, which begins with <code>dev_</code>
 * @param lastSync The time of the last point received from the device, to the minute; null if none; may be null
 * @param name The name, unique among the devices of the account
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SilentDevice(
        @JsonProperty("id") String id,
        @JsonProperty("lastSync") OffsetDateTime lastSync,
        @JsonProperty("name") String name,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SilentDevice {
        otherFields = Values.hidden(otherFields);
    }
}
