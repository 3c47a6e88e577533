// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The lowest, the median and the highest of several prices.
 *
 * @param highest The highest price in the main unit of the currency, to six decimals
 * @param lowest The lowest price in the main unit of the currency, to six decimals
 * @param median The median price in the main unit of the currency
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PriceSpread(
        @JsonProperty("highest") double highest,
        @JsonProperty("lowest") double lowest,
        @JsonProperty("median") double median,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PriceSpread {
        otherFields = Values.hidden(otherFields);
    }
}
