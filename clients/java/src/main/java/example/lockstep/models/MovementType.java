// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The direction of money. <code>settlement</code>: the account's owner paid to the platform. <code>payout</code>: the
 * platform paid to the account's owner.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record MovementType(String value) {

    /** The text <code>settlement</code>. */
    public static final MovementType SETTLEMENT = new MovementType("settlement");

    /** The text <code>payout</code>. */
    public static final MovementType PAYOUT = new MovementType("payout");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public MovementType {
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
