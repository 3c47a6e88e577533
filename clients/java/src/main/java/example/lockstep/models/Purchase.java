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
 * @param currency the field <code>currency</code>
 * @param expiresAt The end of the access; null for an item, whose purchase does not end; may be null
 * @param id the field <code>id</code>
 * @param itemId The item; null for another offer; may be null
 * @param listingId The listing; null for another offer; may be null
 * @param price the field <code>price</code>
 * @param purchasedAt the field <code>purchasedAt</code>
 * @param purpose the field <code>purpose</code>; may be null
 * @param remainingUses The number of reads left; null for an item, which has no data; may be null
 * @param restrictions the field <code>restrictions</code>
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
