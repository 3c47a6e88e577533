// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The importance of an insight.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record InsightImpact(String value) {

    /** The text <code>high</code>. */
    public static final InsightImpact HIGH = new InsightImpact("high");

    /** The text <code>medium</code>. */
    public static final InsightImpact MEDIUM = new InsightImpact("medium");

    /** The text <code>low</code>. */
    public static final InsightImpact LOW = new InsightImpact("low");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public InsightImpact {
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
