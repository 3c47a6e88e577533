// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of a run.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record WorkflowRunStatus(String value) {

    /** The text <code>running</code>. */
    public static final WorkflowRunStatus RUNNING = new WorkflowRunStatus("running");

    /** The text <code>waiting</code>. */
    public static final WorkflowRunStatus WAITING = new WorkflowRunStatus("waiting");

    /** The text <code>completed</code>. */
    public static final WorkflowRunStatus COMPLETED = new WorkflowRunStatus("completed");

    /** The text <code>failed</code>. */
    public static final WorkflowRunStatus FAILED = new WorkflowRunStatus("failed");

    /** The text <code>cancelled</code>. */
    public static final WorkflowRunStatus CANCELLED = new WorkflowRunStatus("cancelled");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WorkflowRunStatus {
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
