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
 * A device of any account, without its name and its data.
 *
 * @param connected Whether the device has an open connection now
 * @param createdAt The time of registration, in UTC
 * @param deviceId The id of the device, which begins with <code>dev_</code>
 * @param kind The kind of device, as its owner describes it
 * @param lastSeen The time of the device's last points or its last contact, to the minute; null before the first; may
 *     be null
 * @param ownerId The id of the account that owns the device
 * @param revokedAt The time of revocation, in UTC; null for a device that is not revoked; may be null
 * @param takesCommands Whether the device takes commands over MQTT
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeviceSummary(
        @JsonProperty("connected") boolean connected,
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("deviceId") String deviceId,
        @JsonProperty("kind") String kind,
        @JsonProperty("lastSeen") OffsetDateTime lastSeen,
        @JsonProperty("ownerId") String ownerId,
        @JsonProperty("revokedAt") OffsetDateTime revokedAt,
        @JsonProperty("takesCommands") boolean takesCommands,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DeviceSummary {
        otherFields = Values.hidden(otherFields);
    }
}
