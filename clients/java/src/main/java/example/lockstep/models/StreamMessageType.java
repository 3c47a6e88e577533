// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The type of a stream message.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record StreamMessageType(String value) {

    /** The text <code>activity</code>. */
    public static final StreamMessageType ACTIVITY = new StreamMessageType("activity");

    /** The text <code>data</code>. */
    public static final StreamMessageType DATA = new StreamMessageType("data");

    /** The text <code>insight</code>. */
    public static final StreamMessageType INSIGHT = new StreamMessageType("insight");

    /** The text <code>metric</code>. */
    public static final StreamMessageType METRIC = new StreamMessageType("metric");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public StreamMessageType {
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
