// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The type of an insight.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record InsightType(String value) {

    /** The text <code>trend</code>. */
    public static final InsightType TREND = new InsightType("trend");

    /** The text <code>anomaly</code>. */
    public static final InsightType ANOMALY = new InsightType("anomaly");

    /** The text <code>recommendation</code>. */
    public static final InsightType RECOMMENDATION = new InsightType("recommendation");

    /** The text <code>goal</code>. */
    public static final InsightType GOAL = new InsightType("goal");

    /** The text <code>recovery</code>. */
    public static final InsightType RECOVERY = new InsightType("recovery");

    /** The text <code>performance</code>. */
    public static final InsightType PERFORMANCE = new InsightType("performance");

    /** The text <code>milestone</code>. */
    public static final InsightType MILESTONE = new InsightType("milestone");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public InsightType {
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
