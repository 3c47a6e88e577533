// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The status of an account.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record AccountStatus(String value) {

    /** The text <code>active</code>. */
    public static final AccountStatus ACTIVE = new AccountStatus("active");

    /** The text <code>suspended</code>. */
    public static final AccountStatus SUSPENDED = new AccountStatus("suspended");

    /** The text <code>deleted</code>. */
    public static final AccountStatus DELETED = new AccountStatus("deleted");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public AccountStatus {
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
