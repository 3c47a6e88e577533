// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The direction of a value.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record InsightTrend(String value) {

    /** The text <code>increasing</code>. */
    public static final InsightTrend INCREASING = new InsightTrend("increasing");

    /** The text <code>decreasing</code>. */
    public static final InsightTrend DECREASING = new InsightTrend("decreasing");

    /** The text <code>stable</code>. */
    public static final InsightTrend STABLE = new InsightTrend("stable");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public InsightTrend {
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
