// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The balance of the caller in a currency.
 *
 * @param balance The amount that the platform owes the caller; negative for a debt
 * @param currency The ISO 4217 code; an account has one balance for each currency
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Balance(
        @JsonProperty("balance") double balance,
        @JsonProperty("currency") String currency,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Balance {
        otherFields = Values.hidden(otherFields);
    }
}
