// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The computation of a <code>transform</code> node.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record WorkflowOperation(String value) {

    /** The text <code>pick</code>. */
    public static final WorkflowOperation PICK = new WorkflowOperation("pick");

    /** The text <code>count</code>. */
    public static final WorkflowOperation COUNT = new WorkflowOperation("count");

    /** The text <code>sum</code>. */
    public static final WorkflowOperation SUM = new WorkflowOperation("sum");

    /** The text <code>mean</code>. */
    public static final WorkflowOperation MEAN = new WorkflowOperation("mean");

    /** The text <code>min</code>. */
    public static final WorkflowOperation MIN = new WorkflowOperation("min");

    /** The text <code>max</code>. */
    public static final WorkflowOperation MAX = new WorkflowOperation("max");

    /** The text <code>first</code>. */
    public static final WorkflowOperation FIRST = new WorkflowOperation("first");

    /** The text <code>last</code>. */
    public static final WorkflowOperation LAST = new WorkflowOperation("last");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WorkflowOperation {
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
