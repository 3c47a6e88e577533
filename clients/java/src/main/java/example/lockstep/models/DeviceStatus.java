// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The status of a device.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record DeviceStatus(String value) {

    /** The text <code>active</code>. */
    public static final DeviceStatus ACTIVE = new DeviceStatus("active");

    /** The text <code>pending</code>. */
    public static final DeviceStatus PENDING = new DeviceStatus("pending");

    /** The text <code>inactive</code>. */
    public static final DeviceStatus INACTIVE = new DeviceStatus("inactive");

    /** The text <code>revoked</code>. */
    public static final DeviceStatus REVOKED = new DeviceStatus("revoked");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public DeviceStatus {
        Objects.requireNonNull(value, "value");
    }

    @JsonValue
    @Override
    public String value() {
        return value;
    }

    @Override
    public String toString() {
        return value;
    }
}
