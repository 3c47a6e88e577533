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
 * A person who identified once more at an OpenID provider.
 *
 * @param expiresAt The time until which it replaces the password in <code>POST /api/auth/erasure</code>, for the
 *     sign-in that sent the request
 * @param provider The name of the provider
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Reauthentication(
        @JsonProperty("expires_at") OffsetDateTime expiresAt,
        @JsonProperty("provider") String provider,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Reauthentication {
        otherFields = Values.hidden(otherFields);
    }
}
