// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The settings of payments.
 *
 * @param autoApproveThreshold The largest price, in the currency of the token, that needs no approval
 * @param gasLimit The maximum number of transfers that one settlement may post
 * @param network The name of the settlement adapter
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WalletSettings(
        @JsonProperty("autoApproveThreshold") double autoApproveThreshold,
        @JsonProperty("gasLimit") long gasLimit,
        @JsonProperty("network") String network,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WalletSettings {
        otherFields = Values.hidden(otherFields);
    }
}
