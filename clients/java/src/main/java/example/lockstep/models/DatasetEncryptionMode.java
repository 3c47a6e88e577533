// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The encryption mode of a dataset. <code>none</code>: sealed under the account's own key. <code>basic</code>: sealed
 * under a key of the mode Basic. <code>fhe</code>: columns of numbers are homomorphic ciphertexts. <code>zk</code>:
 * columns of numbers are also committed to.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record DatasetEncryptionMode(String value) {

    /** The text <code>none</code>. */
    public static final DatasetEncryptionMode NONE = new DatasetEncryptionMode("none");

    /** The text <code>basic</code>. */
    public static final DatasetEncryptionMode BASIC = new DatasetEncryptionMode("basic");

    /** The text <code>fhe</code>. */
    public static final DatasetEncryptionMode FHE = new DatasetEncryptionMode("fhe");

    /** The text <code>zk</code>. */
    public static final DatasetEncryptionMode ZK = new DatasetEncryptionMode("zk");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public DatasetEncryptionMode {
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
