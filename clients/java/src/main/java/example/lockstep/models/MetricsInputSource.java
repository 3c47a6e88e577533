// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The source of an input. <code>profile</code>: the profile states it. <code>measured</code>: computed from points.
 * <code>age</code>: 208 − 0.7 · age. <code>assumed</code>: unknown, so that a usual value is used.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record MetricsInputSource(String value) {

    /** The text <code>profile</code>. */
    public static final MetricsInputSource PROFILE = new MetricsInputSource("profile");

    /** The text <code>measured</code>. */
    public static final MetricsInputSource MEASURED = new MetricsInputSource("measured");

    /** The text <code>age</code>. */
    public static final MetricsInputSource AGE = new MetricsInputSource("age");

    /** The text <code>assumed</code>. */
    public static final MetricsInputSource ASSUMED = new MetricsInputSource("assumed");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public MetricsInputSource {
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
