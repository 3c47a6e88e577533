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
 * A data token.
 *
 * @param accessRules the field <code>accessRules</code>
 * @param answersLeft The series of an aggregate-only token, with the answers that are left; null for another token;
 *     may be null
 * @param availableUntil The time from which the token cannot be bought; null: until the seller withdraws it; may be
 *     null
 * @param claims The claims of the seller that have not expired; their documents are at <code>…/claims</code>
 * @param createdAt The time of the creation: RFC 3339, UTC
 * @param currency The ISO 4217 code of the currency of the price
 * @param description The seller's text for buyers, at most 2000 characters; empty if the seller sent none
 * @param id The id of the data token: <code>tok_</code> and 26 characters
 * @param listingUrl The URL of the token's page for browsers
 * @param points The number of points
 * @param price The price in the main unit of the currency (euros, not cents)
 * @param purchases The number of purchases that were not refunded; null for tokens of others; may be null
 * @param readable Whether the points can be read: false while a key of the seller that seals them is stopped. Such a
 *     token cannot be bought
 * @param revenue The sum of their prices, read from the ledger; null for tokens of others; may be null
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DataTokenDetails(
        @JsonProperty("accessRules") AccessRules accessRules,
        @JsonProperty("answersLeft") List<SeriesAnswerBudget> answersLeft,
        @JsonProperty("availableUntil") OffsetDateTime availableUntil,
        @JsonProperty("claims") List<ClaimSummary> claims,
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("currency") String currency,
        @JsonProperty("description") String description,
        @JsonProperty("id") String id,
        @JsonProperty("listingUrl") String listingUrl,
        @JsonProperty("points") long points,
        @JsonProperty("price") double price,
        @JsonProperty("purchases") Long purchases,
        @JsonProperty("readable") boolean readable,
        @JsonProperty("revenue") Double revenue,
        @JsonProperty("status") DataTokenStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DataTokenDetails {
        answersLeft = Values.list(answersLeft);
        claims = Values.listOrEmpty(claims);
        otherFields = Values.hidden(otherFields);
    }
}
