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
 * A registered device.
 *
 * @param capabilities The quantities that the device measures, or its functions: at most 64 texts; empty if none were
 *     given or they cannot be read
 * @param encryptionMode The encryption mode of the device's points, unless a request names another; null for none; may
 *     be null
 * @param id The id of the device, which begins with <code>dev_</code>. Points name the device by it or by its name
 * @param lastSync The time of the last point received from the device, to the minute; null if none; may be null
 * @param name The name, unique among the devices of the account, 1 to 256 characters; empty if it cannot be read
 * @param status the field <code>status</code>
 * @param type The kind of device as free text, 1 to 64 characters; empty if it cannot be read
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Device(
        @JsonProperty("capabilities") List<String> capabilities,
        @JsonProperty("encryptionMode") String encryptionMode,
        @JsonProperty("id") String id,
        @JsonProperty("lastSync") OffsetDateTime lastSync,
        @JsonProperty("name") String name,
        @JsonProperty("status") DeviceStatus status,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Device {
        capabilities = Values.listOrEmpty(capabilities);
        otherFields = Values.hidden(otherFields);
    }
}
