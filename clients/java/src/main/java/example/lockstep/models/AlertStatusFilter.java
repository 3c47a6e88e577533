// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of the alert rules.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record AlertStatusFilter(String value) {

    /** The text <code>active</code>. */
    public static final AlertStatusFilter ACTIVE = new AlertStatusFilter("active");

    /** The text <code>ended</code>. */
    public static final AlertStatusFilter ENDED = new AlertStatusFilter("ended");

    /** The text <code>all</code>. */
    public static final AlertStatusFilter ALL = new AlertStatusFilter("all");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public AlertStatusFilter {
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
