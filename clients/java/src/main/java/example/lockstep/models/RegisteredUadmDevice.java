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
 * The registered UADM device with its credentials.
 *
 * @param configuration The settings that the owner stored for the device, at most 16 KiB as JSON; empty if the owner
 *     stored no settings
 * @param createdAt The time of the registration as a UADM device, in UTC
 * @param deviceId The id of the device, which begins with <code>dev_</code>; the fitness API has the same one
 * @param deviceType The kind of device as free text, 1 to 64 characters
 * @param encryptionMode the field <code>encryption_mode</code>
 * @param lastSeen The time of the last connection; null before the first; may be null
 * @param name The name, unique among the devices of the account, 1 to 256 characters; empty if it cannot be read
 * @param status the field <code>status</code>
 * @param credentials the field <code>credentials</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RegisteredUadmDevice(
        @JsonProperty("configuration") Map<String, Object> configuration,
        @JsonProperty("created_at") OffsetDateTime createdAt,
        @JsonProperty("device_id") String deviceId,
        @JsonProperty("device_type") String deviceType,
        @JsonProperty("encryption_mode") DeviceEncryptionMode encryptionMode,
        @JsonProperty("last_seen") OffsetDateTime lastSeen,
        @JsonProperty("name") String name,
        @JsonProperty("status") UadmDeviceStatus status,
        @JsonProperty("credentials") UadmCredentials credentials,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RegisteredUadmDevice {
        configuration = Values.mapOrEmpty(configuration);
        otherFields = Values.hidden(otherFields);
    }
}
