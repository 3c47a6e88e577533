// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The data that statistics were computed on. <code>ciphertexts</code>: no single value was decrypted.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record DatasetComputationBasis(String value) {

    /** The text <code>ciphertexts</code>. */
    public static final DatasetComputationBasis CIPHERTEXTS = new DatasetComputationBasis("ciphertexts");

    /** The text <code>values</code>. */
    public static final DatasetComputationBasis VALUES = new DatasetComputationBasis("values");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public DatasetComputationBasis {
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
