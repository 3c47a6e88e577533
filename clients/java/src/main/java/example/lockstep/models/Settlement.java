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
 * The recorded transfer.
 *
 * @param balance The balance of the account after the settlement
 * @param currency The ISO 4217 code of the currency of <code>balance</code>
 * @param further The transfers of the further movements, in their order
 * @param transfer The number of the transfer
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Settlement(
        @JsonProperty("balance") double balance,
        @JsonProperty("currency") String currency,
        @JsonProperty("further") List<AdditionalTransfer> further,
        @JsonProperty("transfer") long transfer,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Settlement {
        further = Values.listOrEmpty(further);
        otherFields = Values.hidden(otherFields);
    }
}
