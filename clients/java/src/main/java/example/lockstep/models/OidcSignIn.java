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
 * A sign-in at an OpenID provider that the person has not finished yet.
 *
 * @param authorizationUrl The address to open in the person's browser
 * @param expiresAt The time until which the sign-in can be finished
 * @param state The value that the provider sends back. The client must keep it and refuse a redirect with another
 *     value
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OidcSignIn(
        @JsonProperty("authorization_url") String authorizationUrl,
        @JsonProperty("expires_at") OffsetDateTime expiresAt,
        @JsonProperty("state") String state,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public OidcSignIn {
        otherFields = Values.hidden(otherFields);
    }
}
