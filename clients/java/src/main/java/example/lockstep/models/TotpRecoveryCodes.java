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
 * New recovery codes; shown once.
 *
 * @param recoveryCodes Ten codes that each replace a TOTP code once
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TotpRecoveryCodes(
        @JsonProperty("recovery_codes") List<String> recoveryCodes,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TotpRecoveryCodes {
        recoveryCodes = Values.listOrEmpty(recoveryCodes);
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "TotpRecoveryCodes["
                + "recoveryCodes=" + Values.secret(recoveryCodes)
                + "]";
    }
}
