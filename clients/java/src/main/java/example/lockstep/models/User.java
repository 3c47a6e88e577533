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
 * An account, as seen by administrators.
 *
 * @param agents The number of custom agents and deployments
 * @param createdAt The time of creation, in UTC
 * @param damagedFields The fields among role, status and tier whose stored values cannot be read. The account's
 *     requests are refused until these fields are updated; the values shown here are placeholders; may be null
 * @param datastreams The number of series of points
 * @param email The e-mail address, which also works for signing in; empty if it cannot be decrypted or the account is
 *     erased
 * @param encryptionKeys The number of keys that are not destroyed
 * @param id The id of the account, which begins with <code>usr_</code>
 * @param lastActive The time of the last authenticated request, to the minute; null if none; may be null
 * @param role the field <code>role</code>
 * @param status the field <code>status</code>
 * @param tier the field <code>tier</code>
 * @param totpEnabled Whether sign-ins of the account need a TOTP code
 * @param username The name for signing in; empty if it cannot be decrypted or the account is erased
 * @param walletAddress The address for settlements, at most 256 bytes; absent if none is set; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record User(
        @JsonProperty("agents") long agents,
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("damagedFields") List<String> damagedFields,
        @JsonProperty("datastreams") long datastreams,
        @JsonProperty("email") String email,
        @JsonProperty("encryptionKeys") long encryptionKeys,
        @JsonProperty("id") String id,
        @JsonProperty("lastActive") OffsetDateTime lastActive,
        @JsonProperty("role") Role role,
        @JsonProperty("status") AccountStatus status,
        @JsonProperty("tier") Tier tier,
        @JsonProperty("totpEnabled") boolean totpEnabled,
        @JsonProperty("username") String username,
        @JsonProperty("walletAddress") String walletAddress,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public User {
        damagedFields = Values.list(damagedFields);
        otherFields = Values.hidden(otherFields);
    }
}
