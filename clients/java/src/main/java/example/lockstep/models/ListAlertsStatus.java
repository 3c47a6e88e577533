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
public record ListAlertsStatus(String value) {

    /** The text <code>active</code>. */
    public static final ListAlertsStatus ACTIVE = new ListAlertsStatus("active");

    /** The text <code>ended</code>. */
    public static final ListAlertsStatus ENDED = new ListAlertsStatus("ended");

    /** The text <code>all</code>. */
    public static final ListAlertsStatus ALL = new ListAlertsStatus("all");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ListAlertsStatus {
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
