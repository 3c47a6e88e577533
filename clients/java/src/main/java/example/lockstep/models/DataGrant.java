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
 * A purchase that can still be used. It names neither the buyer nor the number of reads.
 *
 * @param expiresAt The end of the access; may be null
 * @param listingId The listing; null for a data token; may be null
 * @param purchaseId The id of the purchase, as in the ledger
 * @param purchasedAt The time of the purchase: RFC 3339, UTC
 * @param restrictions The restrictions at the time of the purchase
 * @param tokenId The data token; null for a listing; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DataGrant(
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("listingId") String listingId,
        @JsonProperty("purchaseId") String purchaseId,
        @JsonProperty("purchasedAt") OffsetDateTime purchasedAt,
        @JsonProperty("restrictions") List<String> restrictions,
        @JsonProperty("tokenId") String tokenId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DataGrant {
        restrictions = Values.listOrEmpty(restrictions);
        otherFields = Values.hidden(otherFields);
    }
}
