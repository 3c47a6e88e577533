// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The encryption mode where a mode is required and none is named. <code>AES</code> is the mode <code>Basic</code>.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record DefaultEncryptionType(String value) {

    /** The text <code>FHE</code>. */
    public static final DefaultEncryptionType FHE = new DefaultEncryptionType("FHE");

    /** The text <code>AES</code>. */
    public static final DefaultEncryptionType AES = new DefaultEncryptionType("AES");

    /** The text <code>ZK</code>. */
    public static final DefaultEncryptionType ZK = new DefaultEncryptionType("ZK");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public DefaultEncryptionType {
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
