// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The protection of a column's values. <code>sealed</code>: authenticated encryption. <code>fhe</code>: ciphertexts
 * that support sums, means and variances. <code>zk</code>: sealed and committed to.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record DatasetColumnProtection(String value) {

    /** The text <code>sealed</code>. */
    public static final DatasetColumnProtection SEALED = new DatasetColumnProtection("sealed");

    /** The text <code>fhe</code>. */
    public static final DatasetColumnProtection FHE = new DatasetColumnProtection("fhe");

    /** The text <code>zk</code>. */
    public static final DatasetColumnProtection ZK = new DatasetColumnProtection("zk");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public DatasetColumnProtection {
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
