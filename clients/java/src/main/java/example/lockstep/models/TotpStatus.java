// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * Whether sign-ins of the account need a TOTP code.
 *
 * @param confirmedAt The time of the confirmation; null while TOTP is not enabled; may be null
 * @param enabled True if sign-ins need a code; an unconfirmed secret does not count
 * @param recoveryCodesLeft The number of unused recovery codes
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TotpStatus(
        @JsonProperty("confirmed_at") OffsetDateTime confirmedAt,
        @JsonProperty("enabled") boolean enabled,
        @JsonProperty("recovery_codes_left") long recoveryCodesLeft,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TotpStatus {
        otherFields = Values.hidden(otherFields);
    }
}
