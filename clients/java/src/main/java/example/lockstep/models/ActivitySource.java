// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The source of an activity. <code>import</code>: a file contains it. <code>detected</code>: found in the points.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record ActivitySource(String value) {

    /** The text <code>import</code>. */
    public static final ActivitySource IMPORT = new ActivitySource("import");

    /** The text <code>detected</code>. */
    public static final ActivitySource DETECTED = new ActivitySource("detected");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ActivitySource {
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
