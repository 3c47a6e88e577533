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
 * @param expiresAt the field <code>expiresAt</code>
 * @param purchaseId the field <code>purchaseId</code>
 * @param remainingUses The number of reads left
 * @param status the field <code>status</code>
 * @param tokenId the field <code>tokenId</code>
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
