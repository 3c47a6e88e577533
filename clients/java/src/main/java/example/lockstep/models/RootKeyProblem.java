// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * Why the root key where it is kept cannot be used.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record RootKeyProblem(String value) {

    /** The text <code>missing</code>. */
    public static final RootKeyProblem MISSING = new RootKeyProblem("missing");

    /** The text <code>exposed</code>. */
    public static final RootKeyProblem EXPOSED = new RootKeyProblem("exposed");

    /** The text <code>malformed</code>. */
    public static final RootKeyProblem MALFORMED = new RootKeyProblem("malformed");

    /** The text <code>other</code>. */
    public static final RootKeyProblem OTHER = new RootKeyProblem("other");

    /** The text <code>unreadable</code>. */
    public static final RootKeyProblem UNREADABLE = new RootKeyProblem("unreadable");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public RootKeyProblem {
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
