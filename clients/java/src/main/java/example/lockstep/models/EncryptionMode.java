// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * An encryption mode. <code>Basic</code>: authenticated encryption. <code>FHE</code>: homomorphic encryption, which
 * supports computation on ciphertexts. <code>ZK</code>: committed encryption, which supports proofs about the values.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record EncryptionMode(String value) {

    /** The text <code>Basic</code>. */
    public static final EncryptionMode BASIC = new EncryptionMode("Basic");

    /** The text <code>FHE</code>. */
    public static final EncryptionMode FHE = new EncryptionMode("FHE");

    /** The text <code>ZK</code>. */
    public static final EncryptionMode ZK = new EncryptionMode("ZK");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public EncryptionMode {
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
