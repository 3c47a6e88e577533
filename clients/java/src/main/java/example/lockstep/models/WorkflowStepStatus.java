// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of a step.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record WorkflowStepStatus(String value) {

    /** The text <code>begun</code>. */
    public static final WorkflowStepStatus BEGUN = new WorkflowStepStatus("begun");

    /** The text <code>done</code>. */
    public static final WorkflowStepStatus DONE = new WorkflowStepStatus("done");

    /** The text <code>skipped</code>. */
    public static final WorkflowStepStatus SKIPPED = new WorkflowStepStatus("skipped");

    /** The text <code>planned</code>. */
    public static final WorkflowStepStatus PLANNED = new WorkflowStepStatus("planned");

    /** The text <code>failed</code>. */
    public static final WorkflowStepStatus FAILED = new WorkflowStepStatus("failed");

    /** The text <code>waiting</code>. */
    public static final WorkflowStepStatus WAITING = new WorkflowStepStatus("waiting");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WorkflowStepStatus {
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
