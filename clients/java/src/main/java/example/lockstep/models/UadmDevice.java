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
 * A UADM device.
 *
 * @param configuration the field <code>configuration</code>
 * @param createdAt the field <code>created_at</code>
 * @param deviceId the field <code>device_id</code>
 * @param deviceType the field <code>device_type</code>
 * @param encryptionMode the field <code>encryption_mode</code>
 * @param lastSeen The time of the last connection; null before the first; may be null
 * @param name the field <code>name</code>
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UadmDevice(
        @JsonProperty("configuration") Map<String, Object> configuration,
        @JsonProperty("created_at") OffsetDateTime createdAt,
        @JsonProperty("device_id") String deviceId,
        @JsonProperty("device_type") String deviceType,
        @JsonProperty("encryption_mode") DeviceEncryptionMode encryptionMode,
        @JsonProperty("last_seen") OffsetDateTime lastSeen,
        @JsonProperty("name") String name,
        @JsonProperty("status") UadmDeviceStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UadmDevice {
        configuration = Values.mapOrEmpty(configuration);
        otherFields = Values.hidden(otherFields);
    }
}
