// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of a delivery.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record WebhookDeliveryStatus(String value) {

    /** The text <code>pending</code>. */
    public static final WebhookDeliveryStatus PENDING = new WebhookDeliveryStatus("pending");

    /** The text <code>delivered</code>. */
    public static final WebhookDeliveryStatus DELIVERED = new WebhookDeliveryStatus("delivered");

    /** The text <code>failed</code>. */
    public static final WebhookDeliveryStatus FAILED = new WebhookDeliveryStatus("failed");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WebhookDeliveryStatus {
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
