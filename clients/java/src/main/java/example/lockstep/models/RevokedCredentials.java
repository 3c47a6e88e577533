// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The number of revoked credentials.
 *
 * @param apiKeys The number of API keys, including the keys they created
 * @param identities The number of unlinked identities at OpenID providers
 * @param sessions The number of sign-ins
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RevokedCredentials(
        @JsonProperty("apiKeys") long apiKeys,
        @JsonProperty("identities") long identities,
        @JsonProperty("sessions") long sessions,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RevokedCredentials {
        otherFields = Values.hidden(otherFields);
    }
}
