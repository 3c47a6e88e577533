// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of a token. <code>pending</code>: an administrator has to approve its price. <code>active</code>: it can
 * be bought. <code>expired</code>: <code>availableUntil</code> has passed. <code>revoked</code>: the seller withdrew
 * it.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record DataTokenStatus(String value) {

    /** The text <code>pending</code>. */
    public static final DataTokenStatus PENDING = new DataTokenStatus("pending");

    /** The text <code>active</code>. */
    public static final DataTokenStatus ACTIVE = new DataTokenStatus("active");

    /** The text <code>expired</code>. */
    public static final DataTokenStatus EXPIRED = new DataTokenStatus("expired");

    /** The text <code>revoked</code>. */
    public static final DataTokenStatus REVOKED = new DataTokenStatus("revoked");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public DataTokenStatus {
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
