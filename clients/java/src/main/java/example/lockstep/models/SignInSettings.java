// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The settings of sign-ins.
 *
 * @param administrationNeedsTotp Whether administrators and auditors need TOTP: without it, their accounts have the
 *     rights of the role <code>user</code> only
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SignInSettings(
        @JsonProperty("administrationNeedsTotp") boolean administrationNeedsTotp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SignInSettings {
        otherFields = Values.hidden(otherFields);
    }
}
