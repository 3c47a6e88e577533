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
 * TOTP is enabled.
 *
 * @param enabled Always true: sign-ins need a code from now on
 * @param recoveryCodes Ten codes that each replace a TOTP code once; shown once
 * @param sessionsRevoked The number of other sign-ins that ended
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EnabledTotp(
        @JsonProperty("enabled") boolean enabled,
        @JsonProperty("recovery_codes") List<String> recoveryCodes,
        @JsonProperty("sessions_revoked") long sessionsRevoked,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public EnabledTotp {
        recoveryCodes = Values.listOrEmpty(recoveryCodes);
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "EnabledTotp["
                + "enabled=" + enabled
                + ", recoveryCodes=" + Values.secret(recoveryCodes)
                + ", sessionsRevoked=" + sessionsRevoked
                + "]";
    }
}
