// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The prices of the offers of one currency.
 *
 * @param currency The ISO 4217 code of the currency of all prices in this entry
 * @param highest The highest price in the main unit of the currency
 * @param lowest The lowest price in the main unit of the currency
 * @param median The median price in the main unit of the currency
 * @param offers The number of offers
 * @param per1000Points The prices of 1000 points of the data tokens; null without a token; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CurrencyPrices(
        @JsonProperty("currency") String currency,
        @JsonProperty("highest") double highest,
        @JsonProperty("lowest") double lowest,
        @JsonProperty("median") double median,
        @JsonProperty("offers") long offers,
        @JsonProperty("per1000Points") PriceSpread per1000Points,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CurrencyPrices {
        otherFields = Values.hidden(otherFields);
    }
}
