// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The result of buying an item.
 *
 * @param itemId The id of the bought item
 * @param purchaseId The id of the purchase: <code>pur_</code> and 26 characters. It leads to the receipt and the
 *     refund
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ItemPurchase(
        @JsonProperty("itemId") String itemId,
        @JsonProperty("purchaseId") String purchaseId,
        @JsonProperty("status") PurchaseStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ItemPurchase {
        otherFields = Values.hidden(otherFields);
    }
}
