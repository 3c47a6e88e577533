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
 * The result of buying an offer.
 *
 * @param expiresAt The end of the access: RFC 3339, UTC
 * @param purchaseId The id of the purchase: <code>pur_</code> and 26 characters. It leads to the receipt and the
 *     refund
 * @param remainingUses The number of reads left
 * @param status the field <code>status</code>
 * @param tokenId The id of the bought data token
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TokenPurchase(
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("purchaseId") String purchaseId,
        @JsonProperty("remainingUses") long remainingUses,
        @JsonProperty("status") PurchaseStatus status,
        @JsonProperty("tokenId") String tokenId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TokenPurchase {
        otherFields = Values.hidden(otherFields);
    }
}
