// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * A sign-in or an API key, without its secret.
 *
 * @param createdAt The time of the sign-in, or of the creation of the key, in UTC
 * @param expiresAt The expiry; null for an API key that does not expire; may be null
 * @param id The id of the sign-in, which begins with <code>ses_</code>, or of the API key, which begins with
 *     <code>ak_</code>
 * @param kind the field <code>kind</code>
 * @param lastUsedAt The time of the last use, to the minute; null if never used; may be null
 * @param name The name of the API key; may be null
 * @param scopes The scopes; empty means everything the role permits
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Credential(
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("id") String id,
        @JsonProperty("kind") CredentialKind kind,
        @JsonProperty("lastUsedAt") OffsetDateTime lastUsedAt,
        @JsonProperty("name") String name,
        @JsonProperty("scopes") List<String> scopes,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Credential {
        scopes = Values.listOrEmpty(scopes);
        otherFields = Values.hidden(otherFields);
    }
}
