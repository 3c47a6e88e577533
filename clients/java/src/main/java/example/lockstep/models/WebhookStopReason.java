// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The reason why the platform stopped a webhook.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record WebhookStopReason(String value) {

    /** The text <code>failing</code>. */
    public static final WebhookStopReason FAILING = new WebhookStopReason("failing");

    /** The text <code>gone</code>. */
    public static final WebhookStopReason GONE = new WebhookStopReason("gone");

    /** The text <code>roleWithdrawn</code>. */
    public static final WebhookStopReason ROLE_WITHDRAWN = new WebhookStopReason("roleWithdrawn");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WebhookStopReason {
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
