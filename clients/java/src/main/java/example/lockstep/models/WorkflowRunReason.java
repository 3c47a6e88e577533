// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The cause of a run.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record WorkflowRunReason(String value) {

    /** The text <code>manual</code>. */
    public static final WorkflowRunReason MANUAL = new WorkflowRunReason("manual");

    /** The text <code>schedule</code>. */
    public static final WorkflowRunReason SCHEDULE = new WorkflowRunReason("schedule");

    /** The text <code>event</code>. */
    public static final WorkflowRunReason EVENT = new WorkflowRunReason("event");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WorkflowRunReason {
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
