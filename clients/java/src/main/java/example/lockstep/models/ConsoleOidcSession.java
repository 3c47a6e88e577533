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
 * A session of the web console that began at an OpenID provider. Its credential is only in the cookie.
 *
 * @param expiresAt The expiry, unless the session is renewed before
 * @param returnTo The page of the console to show: the <code>return_to</code> of the start
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConsoleOidcSession(
        @JsonProperty("expires_at") OffsetDateTime expiresAt,
        @JsonProperty("return_to") String returnTo,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ConsoleOidcSession {
        otherFields = Values.hidden(otherFields);
    }
}
