// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of a listing. <code>active</code>: the dataset is offered. <code>withdrawn</code>: the seller withdrew it.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record ListingStatus(String value) {

    /** The text <code>active</code>. */
    public static final ListingStatus ACTIVE = new ListingStatus("active");

    /** The text <code>withdrawn</code>. */
    public static final ListingStatus WITHDRAWN = new ListingStatus("withdrawn");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ListingStatus {
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
