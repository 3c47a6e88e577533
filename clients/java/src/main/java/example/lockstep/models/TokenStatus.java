// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The state of a token.
 *
 * <p>A text of a set that may grow: a value of a newer server is no error.
 *
 * @param value the text
 */
public record TokenStatus(String value) {

    /** The text <code>pending</code>. */
    public static final TokenStatus PENDING = new TokenStatus("pending");

    /** The text <code>active</code>. */
    public static final TokenStatus ACTIVE = new TokenStatus("active");

    /** The text <code>expired</code>. */
    public static final TokenStatus EXPIRED = new TokenStatus("expired");

    /** The text <code>revoked</code>. */
    public static final TokenStatus REVOKED = new TokenStatus("revoked");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public TokenStatus {
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
