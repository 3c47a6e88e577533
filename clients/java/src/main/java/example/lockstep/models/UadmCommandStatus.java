// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of a command.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record UadmCommandStatus(String value) {

    /** The text <code>queued</code>. */
    public static final UadmCommandStatus QUEUED = new UadmCommandStatus("queued");

    /** The text <code>delivered</code>. */
    public static final UadmCommandStatus DELIVERED = new UadmCommandStatus("delivered");

    /** The text <code>acknowledged</code>. */
    public static final UadmCommandStatus ACKNOWLEDGED = new UadmCommandStatus("acknowledged");

    /** The text <code>failed</code>. */
    public static final UadmCommandStatus FAILED = new UadmCommandStatus("failed");

    /** The text <code>expired</code>. */
    public static final UadmCommandStatus EXPIRED = new UadmCommandStatus("expired");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public UadmCommandStatus {
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
