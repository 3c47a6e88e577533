// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * A range of time up to now.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record AnalyticsRange(String value) {

    /** The text <code>day</code>. */
    public static final AnalyticsRange DAY = new AnalyticsRange("day");

    /** The text <code>week</code>. */
    public static final AnalyticsRange WEEK = new AnalyticsRange("week");

    /** The text <code>month</code>. */
    public static final AnalyticsRange MONTH = new AnalyticsRange("month");

    /** The text <code>year</code>. */
    public static final AnalyticsRange YEAR = new AnalyticsRange("year");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public AnalyticsRange {
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
