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
public record ListDatasetsOrder(String value) {

    /** The text <code>asc</code>. */
    public static final ListDatasetsOrder ASC = new ListDatasetsOrder("asc");

    /** The text <code>desc</code>. */
    public static final ListDatasetsOrder DESC = new ListDatasetsOrder("desc");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ListDatasetsOrder {
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
