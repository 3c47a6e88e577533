// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * Whether a webhook receives events.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record WebhookStatus(String value) {

    /** The text <code>active</code>. */
    public static final WebhookStatus ACTIVE = new WebhookStatus("active");

    /** The text <code>paused</code>. */
    public static final WebhookStatus PAUSED = new WebhookStatus("paused");

    /** The text <code>disabled</code>. */
    public static final WebhookStatus DISABLED = new WebhookStatus("disabled");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WebhookStatus {
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
