// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The registered account.
 *
 * @param email The e-mail address, as it was sent; it also works for signing in
 * @param id The id of the account, which begins with <code>usr_</code>
 * @param username The name for signing in, as it was sent
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RegisteredAccount(
        @JsonProperty("email") String email,
        @JsonProperty("id") String id,
        @JsonProperty("username") String username,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RegisteredAccount {
        otherFields = Values.hidden(otherFields);
    }
}
