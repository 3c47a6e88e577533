// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * An encryption mode of a device's points.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record DeviceEncryptionMode(String value) {

    /** The text <code>none</code>. */
    public static final DeviceEncryptionMode NONE = new DeviceEncryptionMode("none");

    /** The text <code>basic</code>. */
    public static final DeviceEncryptionMode BASIC = new DeviceEncryptionMode("basic");

    /** The text <code>fhe</code>. */
    public static final DeviceEncryptionMode FHE = new DeviceEncryptionMode("fhe");

    /** The text <code>zk</code>. */
    public static final DeviceEncryptionMode ZK = new DeviceEncryptionMode("zk");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public DeviceEncryptionMode {
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
