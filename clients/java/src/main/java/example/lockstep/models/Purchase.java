// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * A purchase.
 *
 * @param currency The ISO 4217 code of the currency of the price
 * @param expiresAt The end of the access; null for an item, whose purchase does not end; may be null
 * @param id The id of the purchase: <code>pur_</code> and 26 characters
 * @param itemId The item; null for another offer; may be null
 * @param listingId The listing; null for another offer; may be null
 * @param price The price that was paid, in the main unit of the currency (euros, not cents)
 * @param purchasedAt The time of the purchase: RFC 3339, UTC
 * @param purpose The purpose that the buyer stated; null if none; may be null
 * @param remainingUses The number of reads left; null for an item, which has no data; may be null
 * @param restrictions The restrictions at the time of the purchase, which bind the buyer; empty if the purchase has no
 *     restrictions
 * @param status the field <code>status</code>
 * @param tokenId The data token; null for another offer; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Purchase(
        @JsonProperty("currency") String currency,
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("id") String id,
        @JsonProperty("itemId") String itemId,
        @JsonProperty("listingId") String listingId,
        @JsonProperty("price") double price,
        @JsonProperty("purchasedAt") OffsetDateTime purchasedAt,
        @JsonProperty("purpose") String purpose,
        @JsonProperty("remainingUses") Long remainingUses,
        @JsonProperty("restrictions") List<String> restrictions,
        @JsonProperty("status") PurchaseStatus status,
        @JsonProperty("tokenId") String tokenId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Purchase {
        restrictions = Values.listOrEmpty(restrictions);
        otherFields = Values.hidden(otherFields);
    }
}
