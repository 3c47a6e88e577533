// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * Where the root key is kept.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record RootKeySource(String value) {

    /** The text <code>credential</code>. */
    public static final RootKeySource CREDENTIAL = new RootKeySource("credential");

    /** The text <code>file</code>. */
    public static final RootKeySource FILE = new RootKeySource("file");

    /** The text <code>environment</code>. */
    public static final RootKeySource ENVIRONMENT = new RootKeySource("environment");

    /** The text <code>command</code>. */
    public static final RootKeySource COMMAND = new RootKeySource("command");

    /** The text <code>created</code>. */
    public static final RootKeySource CREATED = new RootKeySource("created");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public RootKeySource {
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
