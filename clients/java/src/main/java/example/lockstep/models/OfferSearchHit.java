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
 * An offer that a search found.
 *
 * @param createdAt The time of its creation
 * @param currency The ISO 4217 code of the currency of the price
 * @param description The description, as its seller wrote it
 * @param id The id of the offer: <code>tok_</code>, <code>lst_</code> or <code>itm_</code> and 26 characters
 * @param kind <code>token</code>, <code>listing</code> or <code>item</code>
 * @param own Whether it is an offer of the caller
 * @param price The price in the main unit of the currency (euros, not cents)
 * @param title The title, as its seller wrote it; empty for a data token
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OfferSearchHit(
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("currency") String currency,
        @JsonProperty("description") String description,
        @JsonProperty("id") String id,
        @JsonProperty("kind") String kind,
        @JsonProperty("own") boolean own,
        @JsonProperty("price") double price,
        @JsonProperty("title") String title,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public OfferSearchHit {
        otherFields = Values.hidden(otherFields);
    }
}
