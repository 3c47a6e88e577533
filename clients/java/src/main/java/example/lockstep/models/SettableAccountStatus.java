// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The status that an administrator can set; <code>DELETE</code> erases the account.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record SettableAccountStatus(String value) {

    /** The text <code>active</code>. */
    public static final SettableAccountStatus ACTIVE = new SettableAccountStatus("active");

    /** The text <code>suspended</code>. */
    public static final SettableAccountStatus SUSPENDED = new SettableAccountStatus("suspended");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public SettableAccountStatus {
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
