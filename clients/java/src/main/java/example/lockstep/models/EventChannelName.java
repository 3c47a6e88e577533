// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The name of a channel.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record EventChannelName(String value) {

    /** The text <code>analytics</code>. */
    public static final EventChannelName ANALYTICS = new EventChannelName("analytics");

    /** The text <code>alerts</code>. */
    public static final EventChannelName ALERTS = new EventChannelName("alerts");

    /** The text <code>system-health</code>. */
    public static final EventChannelName SYSTEM_HEALTH = new EventChannelName("system-health");

    /** The text <code>marketplace</code>. */
    public static final EventChannelName MARKETPLACE = new EventChannelName("marketplace");

    /** The text <code>audit-logs</code>. */
    public static final EventChannelName AUDIT_LOGS = new EventChannelName("audit-logs");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public EventChannelName {
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
