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
 * @param email the field <code>email</code>
 * @param id the field <code>id</code>
 * @param username the field <code>username</code>
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
