// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The source of an input.
 *
 * <p>A text of a set that may grow: a value of a newer server is no error.
 *
 * @param value the text
 */
public record MetricsSource(String value) {

    /** The text <code>profile</code>. */
    public static final MetricsSource PROFILE = new MetricsSource("profile");

    /** The text <code>measured</code>. */
    public static final MetricsSource MEASURED = new MetricsSource("measured");

    /** The text <code>age</code>. */
    public static final MetricsSource AGE = new MetricsSource("age");

    /** The text <code>assumed</code>. */
    public static final MetricsSource ASSUMED = new MetricsSource("assumed");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public MetricsSource {
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
