// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The credentials revoked by a change of password.
 *
 * @param apiKeysRevoked The number of revoked API keys
 * @param changed Always true: only the new password is valid from now on
 * @param identitiesUnlinked The number of unlinked identities at OpenID providers
 * @param sessionsRevoked The number of other sign-ins that ended
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PasswordChange(
        @JsonProperty("api_keys_revoked") long apiKeysRevoked,
        @JsonProperty("changed") boolean changed,
        @JsonProperty("identities_unlinked") long identitiesUnlinked,
        @JsonProperty("sessions_revoked") long sessionsRevoked,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PasswordChange {
        otherFields = Values.hidden(otherFields);
    }
}
