// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * A text of a set that may grow: a value of a newer server is no error.
 *
 * @param value the text
 */
public record StreamMessagePayloadVariant4Change(String value) {

    /** The text <code>created</code>. */
    public static final StreamMessagePayloadVariant4Change CREATED = new StreamMessagePayloadVariant4Change("created");

    /** The text <code>changed</code>. */
    public static final StreamMessagePayloadVariant4Change CHANGED = new StreamMessagePayloadVariant4Change("changed");

    /** The text <code>deleted</code>. */
    public static final StreamMessagePayloadVariant4Change DELETED = new StreamMessagePayloadVariant4Change("deleted");

    /** The text <code>detected</code>. */
    public static final StreamMessagePayloadVariant4Change DETECTED = new StreamMessagePayloadVariant4Change("detected");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public StreamMessagePayloadVariant4Change {
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
