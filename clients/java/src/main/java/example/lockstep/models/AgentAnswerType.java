// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The kind of an answer.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record AgentAnswerType(String value) {

    /** The text <code>text</code>. */
    public static final AgentAnswerType TEXT = new AgentAnswerType("text");

    /** The text <code>result</code>. */
    public static final AgentAnswerType RESULT = new AgentAnswerType("result");

    /** The text <code>table</code>. */
    public static final AgentAnswerType TABLE = new AgentAnswerType("table");

    /** The text <code>clarify</code>. */
    public static final AgentAnswerType CLARIFY = new AgentAnswerType("clarify");

    /** The text <code>approval_required</code>. */
    public static final AgentAnswerType APPROVAL_REQUIRED = new AgentAnswerType("approval_required");

    /** The text <code>partial</code>. */
    public static final AgentAnswerType PARTIAL = new AgentAnswerType("partial");

    /** The text <code>error</code>. */
    public static final AgentAnswerType ERROR = new AgentAnswerType("error");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public AgentAnswerType {
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
