// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The outcome of an attempt to make a backup.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record BackupOutcome(String value) {

    /** The text <code>succeeded</code>. */
    public static final BackupOutcome SUCCEEDED = new BackupOutcome("succeeded");

    /** The text <code>damaged</code>. */
    public static final BackupOutcome DAMAGED = new BackupOutcome("damaged");

    /** The text <code>failed</code>. */
    public static final BackupOutcome FAILED = new BackupOutcome("failed");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public BackupOutcome {
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
