// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The reason why a sign-in is unusual.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record UnusualSignInKind(String value) {

    /** The text <code>newNetwork</code>. */
    public static final UnusualSignInKind NEW_NETWORK = new UnusualSignInKind("newNetwork");

    /** The text <code>wrongCodes</code>. */
    public static final UnusualSignInKind WRONG_CODES = new UnusualSignInKind("wrongCodes");

    /** The text <code>recoveryCode</code>. */
    public static final UnusualSignInKind RECOVERY_CODE = new UnusualSignInKind("recoveryCode");

    /** The text <code>replayedToken</code>. */
    public static final UnusualSignInKind REPLAYED_TOKEN = new UnusualSignInKind("replayedToken");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public UnusualSignInKind {
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
