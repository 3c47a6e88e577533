// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/**
 * The reason why an attempt failed.
 *
 * <p>A text of a set that may grow: a value of a newer server is not an error.
 *
 * @param value the text
 */
public record WebhookAttemptError(String value) {

    /** The text <code>unresolvable</code>. */
    public static final WebhookAttemptError UNRESOLVABLE = new WebhookAttemptError("unresolvable");

    /** The text <code>addressRefused</code>. */
    public static final WebhookAttemptError ADDRESS_REFUSED = new WebhookAttemptError("addressRefused");

    /** The text <code>unreachable</code>. */
    public static final WebhookAttemptError UNREACHABLE = new WebhookAttemptError("unreachable");

    /** The text <code>tlsFailed</code>. */
    public static final WebhookAttemptError TLS_FAILED = new WebhookAttemptError("tlsFailed");

    /** The text <code>timedOut</code>. */
    public static final WebhookAttemptError TIMED_OUT = new WebhookAttemptError("timedOut");

    /** The text <code>brokenAnswer</code>. */
    public static final WebhookAttemptError BROKEN_ANSWER = new WebhookAttemptError("brokenAnswer");

    /** The text <code>redirected</code>. */
    public static final WebhookAttemptError REDIRECTED = new WebhookAttemptError("redirected");

    /** The text <code>refusedByReceiver</code>. */
    public static final WebhookAttemptError REFUSED_BY_RECEIVER = new WebhookAttemptError("refusedByReceiver");

    /** The text <code>roleWithdrawn</code>. */
    public static final WebhookAttemptError ROLE_WITHDRAWN = new WebhookAttemptError("roleWithdrawn");

    /** The text <code>unreadable</code>. */
    public static final WebhookAttemptError UNREADABLE = new WebhookAttemptError("unreadable");

    /** Makes a value of a text, which this version need not know. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public WebhookAttemptError {
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
