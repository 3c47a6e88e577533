// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of an import. <code>unfinished</code>: it runs or was cut off, and its points so far are stored.
 * <code>complete</code>: the whole file was read. <code>undoing</code>: it is being undone, or that was cut off;
 * delete it again to continue.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record ImportState(String value) {

    /** The text <code>unfinished</code>. */
    public static final ImportState UNFINISHED = new ImportState("unfinished");

    /** The text <code>complete</code>. */
    public static final ImportState COMPLETE = new ImportState("complete");

    /** The text <code>undoing</code>. */
    public static final ImportState UNDOING = new ImportState("undoing");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ImportState {
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
