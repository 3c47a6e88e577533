// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The limits and quotas of every tier, as they apply now.
 *
 * @param enterprise the field <code>enterprise</code>
 * @param premium the field <code>premium</code>
 * @param standard the field <code>standard</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AccountTiers(
        @JsonProperty("enterprise") AccountTier enterprise,
        @JsonProperty("premium") AccountTier premium,
        @JsonProperty("standard") AccountTier standard,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AccountTiers {
        otherFields = Values.hidden(otherFields);
    }
}
