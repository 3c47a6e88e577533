// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The type of a column's values. <code>integer</code>: whole numbers. <code>timestamp</code>: RFC 3339 with an offset.
 * <code>json</code>: arrays and objects. <code>mixed</code>: values of several types. <code>empty</code>: no values.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record DatasetColumnType(String value) {

    /** The text <code>integer</code>. */
    public static final DatasetColumnType INTEGER = new DatasetColumnType("integer");

    /** The text <code>number</code>. */
    public static final DatasetColumnType NUMBER = new DatasetColumnType("number");

    /** The text <code>boolean</code>. */
    public static final DatasetColumnType BOOLEAN = new DatasetColumnType("boolean");

    /** The text <code>timestamp</code>. */
    public static final DatasetColumnType TIMESTAMP = new DatasetColumnType("timestamp");

    /** The text <code>text</code>. */
    public static final DatasetColumnType TEXT = new DatasetColumnType("text");

    /** The text <code>json</code>. */
    public static final DatasetColumnType JSON = new DatasetColumnType("json");

    /** The text <code>mixed</code>. */
    public static final DatasetColumnType MIXED = new DatasetColumnType("mixed");

    /** The text <code>empty</code>. */
    public static final DatasetColumnType EMPTY = new DatasetColumnType("empty");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public DatasetColumnType {
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
