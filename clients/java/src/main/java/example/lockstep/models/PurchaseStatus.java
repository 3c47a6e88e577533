// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of a purchase. <code>active</code>: it can be used. <code>used</code>: every allowed use was made.
 * <code>expired</code>: its duration has passed. <code>refunded</code>: the price was paid back.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record PurchaseStatus(String value) {

    /** The text <code>active</code>. */
    public static final PurchaseStatus ACTIVE = new PurchaseStatus("active");

    /** The text <code>used</code>. */
    public static final PurchaseStatus USED = new PurchaseStatus("used");

    /** The text <code>expired</code>. */
    public static final PurchaseStatus EXPIRED = new PurchaseStatus("expired");

    /** The text <code>refunded</code>. */
    public static final PurchaseStatus REFUNDED = new PurchaseStatus("refunded");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public PurchaseStatus {
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
