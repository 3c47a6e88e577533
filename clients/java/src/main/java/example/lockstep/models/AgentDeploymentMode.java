// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The mode of a deployed agent.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record AgentDeploymentMode(String value) {

    /** The text <code>interactive</code>. */
    public static final AgentDeploymentMode INTERACTIVE = new AgentDeploymentMode("interactive");

    /** The text <code>scheduled</code>. */
    public static final AgentDeploymentMode SCHEDULED = new AgentDeploymentMode("scheduled");

    /** The text <code>autonomous</code>. */
    public static final AgentDeploymentMode AUTONOMOUS = new AgentDeploymentMode("autonomous");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public AgentDeploymentMode {
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
