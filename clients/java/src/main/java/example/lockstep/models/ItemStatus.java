// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of an item. <code>draft</code>: not offered yet. <code>active</code>: it can be bought.
 * <code>archived</code>: no longer offered.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record ItemStatus(String value) {

    /** The text <code>draft</code>. */
    public static final ItemStatus DRAFT = new ItemStatus("draft");

    /** The text <code>active</code>. */
    public static final ItemStatus ACTIVE = new ItemStatus("active");

    /** The text <code>archived</code>. */
    public static final ItemStatus ARCHIVED = new ItemStatus("archived");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ItemStatus {
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
