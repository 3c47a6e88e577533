// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The type of an update.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record AgentUpdateType(String value) {

    /** The text <code>status</code>. */
    public static final AgentUpdateType STATUS = new AgentUpdateType("status");

    /** The text <code>message</code>. */
    public static final AgentUpdateType MESSAGE = new AgentUpdateType("message");

    /** The text <code>deployment</code>. */
    public static final AgentUpdateType DEPLOYMENT = new AgentUpdateType("deployment");

    /** The text <code>run</code>. */
    public static final AgentUpdateType RUN = new AgentUpdateType("run");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public AgentUpdateType {
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
