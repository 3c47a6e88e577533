// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * The caller's account.
 *
 * @param email The e-mail address, which also works for signing in; empty if it cannot be decrypted
 * @param id The id of the account, which begins with <code>usr_</code>
 * @param role the field <code>role</code>
 * @param scopes The scopes of this credential; empty means everything the role permits
 * @param status the field <code>status</code>
 * @param tier the field <code>tier</code>
 * @param username The name for signing in; empty if it cannot be decrypted
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CurrentUser(
        @JsonProperty("email") String email,
        @JsonProperty("id") String id,
        @JsonProperty("role") Role role,
        @JsonProperty("scopes") List<String> scopes,
        @JsonProperty("status") AccountStatus status,
        @JsonProperty("tier") Tier tier,
        @JsonProperty("username") String username,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CurrentUser {
        scopes = Values.listOrEmpty(scopes);
        otherFields = Values.hidden(otherFields);
    }
}
