// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The limits and quotas of a tier, as they apply now.
 *
 * @param quota the field <code>quota</code>
 * @param requests the field <code>requests</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AccountTier(
        @JsonProperty("quota") TierQuota quota,
        @JsonProperty("requests") TierRequests requests,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AccountTier {
        otherFields = Values.hidden(otherFields);
    }
}
