// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The kind of a change of a dataset. <code>updated</code>: its data or its encryption status changed.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record DatasetChange(String value) {

    /** The text <code>created</code>. */
    public static final DatasetChange CREATED = new DatasetChange("created");

    /** The text <code>updated</code>. */
    public static final DatasetChange UPDATED = new DatasetChange("updated");

    /** The text <code>deleted</code>. */
    public static final DatasetChange DELETED = new DatasetChange("deleted");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public DatasetChange {
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
