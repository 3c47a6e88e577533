// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The field that determines the order of a list.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record UadmDeviceSortField(String value) {

    /** The text <code>created_at</code>. */
    public static final UadmDeviceSortField CREATED_AT = new UadmDeviceSortField("created_at");

    /** The text <code>name</code>. */
    public static final UadmDeviceSortField NAME = new UadmDeviceSortField("name");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public UadmDeviceSortField {
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
