// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The certainty of a value. <code>stated</code>: the profile states it. <code>measured</code>: measured in a hard
 * effort; the true maximum may be higher. <code>estimated</code>: a formula gives it.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record MetricsCertainty(String value) {

    /** The text <code>stated</code>. */
    public static final MetricsCertainty STATED = new MetricsCertainty("stated");

    /** The text <code>measured</code>. */
    public static final MetricsCertainty MEASURED = new MetricsCertainty("measured");

    /** The text <code>estimated</code>. */
    public static final MetricsCertainty ESTIMATED = new MetricsCertainty("estimated");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public MetricsCertainty {
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
