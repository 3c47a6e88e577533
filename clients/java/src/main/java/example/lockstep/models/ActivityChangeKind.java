// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The kind of a change of an activity. <code>created</code>: from an imported file. <code>changed</code>: by its
 * owner, or a recording was added or removed. <code>detected</code>: found in the points.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record ActivityChangeKind(String value) {

    /** The text <code>created</code>. */
    public static final ActivityChangeKind CREATED = new ActivityChangeKind("created");

    /** The text <code>changed</code>. */
    public static final ActivityChangeKind CHANGED = new ActivityChangeKind("changed");

    /** The text <code>deleted</code>. */
    public static final ActivityChangeKind DELETED = new ActivityChangeKind("deleted");

    /** The text <code>detected</code>. */
    public static final ActivityChangeKind DETECTED = new ActivityChangeKind("detected");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ActivityChangeKind {
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
