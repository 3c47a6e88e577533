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
 * A listing of a dataset.
 *
 * @param accessRules the field <code>access_rules</code>
 * @param createdAt the field <code>created_at</code>
 * @param currency the field <code>currency</code>
 * @param datasetId the field <code>dataset_id</code>
 * @param description the field <code>description</code>
 * @param id the field <code>id</code>
 * @param listingUrl The URL of the listing's page for browsers, under <code>public_url</code> of the configuration or
 *     else at the host that the request names. The page answers without a credential while the listing can be bought
 * @param price the field <code>price</code>
 * @param status the field <code>status</code>
 * @param title the field <code>title</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Listing(
        @JsonProperty("access_rules") ListingRules accessRules,
        @JsonProperty("created_at") OffsetDateTime createdAt,
        @JsonProperty("currency") String currency,
        @JsonProperty("dataset_id") String datasetId,
        @JsonProperty("description") String description,
        @JsonProperty("id") String id,
        @JsonProperty("listing_url") String listingUrl,
        @JsonProperty("price") double price,
        @JsonProperty("status") ListingStatus status,
        @JsonProperty("title") String title,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Listing {
        otherFields = Values.hidden(otherFields);
    }
}
