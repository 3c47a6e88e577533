// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of the encryption of a dataset. <code>unencrypted</code>: the mode is <code>none</code>.
 * <code>pending</code>: a key is being created, or columns are being converted. <code>encrypted</code>: all data are
 * in their mode. <code>failed</code>: the data stay sealed, and the conversion is tried again each minute.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record DatasetEncryptionStatus(String value) {

    /** The text <code>unencrypted</code>. */
    public static final DatasetEncryptionStatus UNENCRYPTED = new DatasetEncryptionStatus("unencrypted");

    /** The text <code>pending</code>. */
    public static final DatasetEncryptionStatus PENDING = new DatasetEncryptionStatus("pending");

    /** The text <code>encrypted</code>. */
    public static final DatasetEncryptionStatus ENCRYPTED = new DatasetEncryptionStatus("encrypted");

    /** The text <code>failed</code>. */
    public static final DatasetEncryptionStatus FAILED = new DatasetEncryptionStatus("failed");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public DatasetEncryptionStatus {
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
