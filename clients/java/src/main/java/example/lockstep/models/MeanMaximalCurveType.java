// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * A type that has a curve.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record MeanMaximalCurveType(String value) {

    /** The text <code>power</code>. */
    public static final MeanMaximalCurveType POWER = new MeanMaximalCurveType("power");

    /** The text <code>heart_rate</code>. */
    public static final MeanMaximalCurveType HEART_RATE = new MeanMaximalCurveType("heart_rate");

    /** The text <code>speed</code>. */
    public static final MeanMaximalCurveType SPEED = new MeanMaximalCurveType("speed");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public MeanMaximalCurveType {
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
