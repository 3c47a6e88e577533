// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The transfer of one further movement of a settlement.
 *
 * @param balance The balance of the account after the settlement
 * @param currency The ISO 4217 code of the currency of <code>balance</code>
 * @param transfer The number of the transfer
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AdditionalTransfer(
        @JsonProperty("balance") double balance,
        @JsonProperty("currency") String currency,
        @JsonProperty("transfer") long transfer,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AdditionalTransfer {
        otherFields = Values.hidden(otherFields);
    }
}
