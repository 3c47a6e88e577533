// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * A new TOTP secret; shown once.
 *
 * @param expiresAt The time until which the secret can be confirmed
 * @param secret The secret in base32, to type into an authenticator app
 * @param uri The secret as an <code>otpauth</code> URI, to show as a QR code
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TotpEnrolment(
        @JsonProperty("expires_at") OffsetDateTime expiresAt,
        @JsonProperty("secret") String secret,
        @JsonProperty("uri") String uri,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TotpEnrolment {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "TotpEnrolment["
                + "expiresAt=" + expiresAt
                + ", secret=" + Values.secret(secret)
                + ", uri=" + Values.secret(uri)
                + "]";
    }
}
