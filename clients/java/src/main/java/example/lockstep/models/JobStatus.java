// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The status of a job.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record JobStatus(String value) {

    /** The text <code>running</code>. */
    public static final JobStatus RUNNING = new JobStatus("running");

    /** The text <code>succeeded</code>. */
    public static final JobStatus SUCCEEDED = new JobStatus("succeeded");

    /** The text <code>failed</code>. */
    public static final JobStatus FAILED = new JobStatus("failed");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public JobStatus {
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
