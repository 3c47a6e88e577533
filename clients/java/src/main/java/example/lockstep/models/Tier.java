// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The tier of an account, which sets its request limits and storage quotas.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record Tier(String value) {

    /** The text <code>standard</code>. */
    public static final Tier STANDARD = new Tier("standard");

    /** The text <code>premium</code>. */
    public static final Tier PREMIUM = new Tier("premium");

    /** The text <code>enterprise</code>. */
    public static final Tier ENTERPRISE = new Tier("enterprise");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Tier {
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
