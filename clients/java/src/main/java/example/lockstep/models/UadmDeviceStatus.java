// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The status of a UADM device.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record UadmDeviceStatus(String value) {

    /** The text <code>pending</code>. */
    public static final UadmDeviceStatus PENDING = new UadmDeviceStatus("pending");

    /** The text <code>online</code>. */
    public static final UadmDeviceStatus ONLINE = new UadmDeviceStatus("online");

    /** The text <code>offline</code>. */
    public static final UadmDeviceStatus OFFLINE = new UadmDeviceStatus("offline");

    /** The text <code>revoked</code>. */
    public static final UadmDeviceStatus REVOKED = new UadmDeviceStatus("revoked");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public UadmDeviceStatus {
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
