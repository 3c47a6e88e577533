// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The comparison of <code>left</code> with <code>right</code>.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record WorkflowOperator(String value) {

    /** The text <code>equal</code>. */
    public static final WorkflowOperator EQUAL = new WorkflowOperator("equal");

    /** The text <code>notEqual</code>. */
    public static final WorkflowOperator NOT_EQUAL = new WorkflowOperator("notEqual");

    /** The text <code>less</code>. */
    public static final WorkflowOperator LESS = new WorkflowOperator("less");

    /** The text <code>lessOrEqual</code>. */
    public static final WorkflowOperator LESS_OR_EQUAL = new WorkflowOperator("lessOrEqual");

    /** The text <code>greater</code>. */
    public static final WorkflowOperator GREATER = new WorkflowOperator("greater");

    /** The text <code>greaterOrEqual</code>. */
    public static final WorkflowOperator GREATER_OR_EQUAL = new WorkflowOperator("greaterOrEqual");

    /** The text <code>exists</code>. */
    public static final WorkflowOperator EXISTS = new WorkflowOperator("exists");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WorkflowOperator {
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
