// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * An offer and its purchases in the range.
 *
 * @param name The name of the item, the title of the listing, or the id of the data token
 * @param sales The number of purchases in the range, without refunded ones
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OfferSales(
        @JsonProperty("name") String name,
        @JsonProperty("sales") long sales,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public OfferSales {
        otherFields = Values.hidden(otherFields);
    }
}
