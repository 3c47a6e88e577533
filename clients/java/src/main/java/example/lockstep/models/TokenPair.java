// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A pair of tokens.
 *
 * @param accessToken The credential for <code>Authorization: Bearer</code>
 * @param expiresIn The lifetime of the access token, in seconds
 * @param refreshToken The refresh token: works once, within 30 days, at <code>/api/auth/refresh</code>
 * @param scope The scopes of the token; empty means everything the role permits
 * @param tokenType The scheme of the <code>Authorization</code> header: always <code>Bearer</code> (RFC 6750)
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TokenPair(
        @JsonProperty("access_token") String accessToken,
        @JsonProperty("expires_in") long expiresIn,
        @JsonProperty("refresh_token") String refreshToken,
        @JsonProperty("scope") String scope,
        @JsonProperty("token_type") String tokenType,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TokenPair {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "TokenPair["
                + "accessToken=" + Values.secret(accessToken)
                + ", expiresIn=" + expiresIn
                + ", refreshToken=" + Values.secret(refreshToken)
                + ", scope=" + scope
                + ", tokenType=" + tokenType
                + "]";
    }
}
