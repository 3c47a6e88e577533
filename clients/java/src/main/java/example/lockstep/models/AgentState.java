// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The status of an agent.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record AgentState(String value) {

    /** The text <code>active</code>. */
    public static final AgentState ACTIVE = new AgentState("active");

    /** The text <code>deployed</code>. */
    public static final AgentState DEPLOYED = new AgentState("deployed");

    /** The text <code>paused</code>. */
    public static final AgentState PAUSED = new AgentState("paused");

    /** The text <code>error</code>. */
    public static final AgentState ERROR = new AgentState("error");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public AgentState {
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
