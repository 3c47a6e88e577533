// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The outcome of an action.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record AuditStatus(String value) {

    /** The text <code>success</code>. */
    public static final AuditStatus SUCCESS = new AuditStatus("success");

    /** The text <code>warning</code>. */
    public static final AuditStatus WARNING = new AuditStatus("warning");

    /** The text <code>error</code>. */
    public static final AuditStatus ERROR = new AuditStatus("error");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public AuditStatus {
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
