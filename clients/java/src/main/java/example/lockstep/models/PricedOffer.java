// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * An offer with its price.
 *
 * @param currency The ISO 4217 code of the currency of the price
 * @param id The id of the offer: <code>tok_</code>, <code>lst_</code> or <code>itm_</code> and 26 characters
 * @param kind <code>token</code>, <code>listing</code> or <code>item</code>
 * @param own Whether it is an offer of the caller
 * @param per1000Points The price of 1000 points of a data token; null for another offer; may be null
 * @param points The number of points of a data token; null for another offer; may be null
 * @param price The price in the main unit of the currency (euros, not cents)
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PricedOffer(
        @JsonProperty("currency") String currency,
        @JsonProperty("id") String id,
        @JsonProperty("kind") String kind,
        @JsonProperty("own") boolean own,
        @JsonProperty("per1000Points") Double per1000Points,
        @JsonProperty("points") Long points,
        @JsonProperty("price") double price,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PricedOffer {
        otherFields = Values.hidden(otherFields);
    }
}
