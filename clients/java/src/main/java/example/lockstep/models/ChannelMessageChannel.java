// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * A text of a set that may grow: a value of a newer server is no error.
 *
 * @param value the text
 */
public record ChannelMessageChannel(String value) {

    /** The text <code>analytics</code>. */
    public static final ChannelMessageChannel ANALYTICS = new ChannelMessageChannel("analytics");

    /** The text <code>alerts</code>. */
    public static final ChannelMessageChannel ALERTS = new ChannelMessageChannel("alerts");

    /** The text <code>system-health</code>. */
    public static final ChannelMessageChannel SYSTEM_HEALTH = new ChannelMessageChannel("system-health");

    /** The text <code>marketplace</code>. */
    public static final ChannelMessageChannel MARKETPLACE = new ChannelMessageChannel("marketplace");

    /** The text <code>audit-logs</code>. */
    public static final ChannelMessageChannel AUDIT_LOGS = new ChannelMessageChannel("audit-logs");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ChannelMessageChannel {
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
