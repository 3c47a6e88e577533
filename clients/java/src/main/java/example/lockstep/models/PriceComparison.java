// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * The prices of comparable offers.
 *
 * @param currencies The prices of each currency
 * @param examined The number of offers that were examined: the newest 1000 of each kind at most
 * @param incomplete Whether older offers were not examined
 * @param offers The offers, by currency, the cheapest first
 * @param total The number of offers that match
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PriceComparison(
        @JsonProperty("currencies") List<CurrencyPrices> currencies,
        @JsonProperty("examined") long examined,
        @JsonProperty("incomplete") boolean incomplete,
        @JsonProperty("offers") List<PricedOffer> offers,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PriceComparison {
        currencies = Values.listOrEmpty(currencies);
        offers = Values.listOrEmpty(offers);
        otherFields = Values.hidden(otherFields);
    }
}
