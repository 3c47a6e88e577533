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
 * An API key with its secret, which is returned once.
 *
 * @param createdAt The time of creation, in UTC
 * @param expiresAt The expiry, in UTC; null if the key is valid until it is deleted; may be null
 * @param id The id of the key, which begins with <code>ak_</code>
 * @param lastUsedAt The time of the last use, to the minute; null if never used; may be null
 * @param name The name that the creator of the key chose, 1 to 100 characters
 * @param parentId The API key that created this one and is revoked with it; null if none; may be null
 * @param scopes Area names with <code>:read</code> or <code>:write</code>; empty means everything the role permits
 * @param key The credential for <code>Authorization: Bearer</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ApiKeyWithSecret(
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("id") String id,
        @JsonProperty("lastUsedAt") OffsetDateTime lastUsedAt,
        @JsonProperty("name") String name,
        @JsonProperty("parentId") String parentId,
        @JsonProperty("scopes") List<String> scopes,
        @JsonProperty("key") String key,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ApiKeyWithSecret {
        scopes = Values.listOrEmpty(scopes);
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "ApiKeyWithSecret["
                + "createdAt=" + createdAt
                + ", expiresAt=" + expiresAt
                + ", id=" + id
                + ", lastUsedAt=" + lastUsedAt
                + ", name=" + name
                + ", parentId=" + parentId
                + ", scopes=" + scopes
                + ", key=" + Values.secret(key)
                + "]";
    }
}
