// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The type of a message.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record AgentMessageType(String value) {

    /** The text <code>query</code>. */
    public static final AgentMessageType QUERY = new AgentMessageType("query");

    /** The text <code>command</code>. */
    public static final AgentMessageType COMMAND = new AgentMessageType("command");

    /** The text <code>chat</code>. */
    public static final AgentMessageType CHAT = new AgentMessageType("chat");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public AgentMessageType {
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
