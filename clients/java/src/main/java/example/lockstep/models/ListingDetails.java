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
 * A listing with the facts about its data that are public before a purchase.
 *
 * @param accessRules the field <code>access_rules</code>
 * @param columns The columns, without values; null if the data no longer exists; may be null
 * @param createdAt The time of the creation: RFC 3339, UTC
 * @param currency The ISO 4217 code of the currency of the price
 * @param datasetId The id of the offered dataset. Only its owner can read it; buyers read the rows through the listing
 * @param description The seller's text for buyers, at most 10 000 characters; empty if the seller sent none
 * @param id The id of the listing: <code>lst_</code> and 26 characters
 * @param listingUrl The URL of the listing's page for browsers, under <code>public_url</code> of the configuration or
 *     else at the host that the request names. The page answers without a credential while the listing can be bought
 * @param price The price in the main unit of the currency (euros, not cents)
 * @param purchases The number of purchases that were not refunded; null for listings of others; may be null
 * @param readable Whether the rows can be read: false while a key of the seller that seals them is stopped. Such a
 *     listing cannot be bought
 * @param revenue The sum of their prices, read from the ledger; null for listings of others; may be null
 * @param rowCount The number of rows; null for old listings; may be null
 * @param status the field <code>status</code>
 * @param title The title that buyers see, 1 to 200 characters
 * @param version The number of the dataset's version that is offered
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListingDetails(
        @JsonProperty("access_rules") ListingRules accessRules,
        @JsonProperty("columns") List<OfferedColumn> columns,
        @JsonProperty("created_at") OffsetDateTime createdAt,
        @JsonProperty("currency") String currency,
        @JsonProperty("dataset_id") String datasetId,
        @JsonProperty("description") String description,
        @JsonProperty("id") String id,
        @JsonProperty("listing_url") String listingUrl,
        @JsonProperty("price") double price,
        @JsonProperty("purchases") Long purchases,
        @JsonProperty("readable") boolean readable,
        @JsonProperty("revenue") Double revenue,
        @JsonProperty("row_count") Long rowCount,
        @JsonProperty("status") ListingStatus status,
        @JsonProperty("title") String title,
        @JsonProperty("version") long version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ListingDetails {
        columns = Values.list(columns);
        otherFields = Values.hidden(otherFields);
    }
}
