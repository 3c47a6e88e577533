// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The aggregate operation on sold points.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record SoldAggregateOperation(String value) {

    /** The text <code>sum</code>. */
    public static final SoldAggregateOperation SUM = new SoldAggregateOperation("sum");

    /** The text <code>mean</code>. */
    public static final SoldAggregateOperation MEAN = new SoldAggregateOperation("mean");

    /** The text <code>variance</code>. */
    public static final SoldAggregateOperation VARIANCE = new SoldAggregateOperation("variance");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public SoldAggregateOperation {
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
