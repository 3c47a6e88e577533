// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The registered device.
 *
 * @param deviceId The id of the device, which begins with <code>dev_</code>. Points name the device by it or by its
 *     name
 * @param encryptionEnabled Whether the request named an <code>encryptionMode</code>
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RegisteredDevice(
        @JsonProperty("deviceId") String deviceId,
        @JsonProperty("encryptionEnabled") boolean encryptionEnabled,
        @JsonProperty("status") DeviceStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RegisteredDevice {
        otherFields = Values.hidden(otherFields);
    }
}
