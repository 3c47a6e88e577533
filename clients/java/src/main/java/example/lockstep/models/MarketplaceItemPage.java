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
 * A page of items.
 *
 * @param hasUncounted Whether more items may match than <code>total</code>
 * @param items The items, newest first
 * @param limit The maximum number of items per page, as requested or by default
 * @param page The number of this page, from 1
 * @param total The number of items that match; a search for words counts at most 10 000
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MarketplaceItemPage(
        @JsonProperty("hasUncounted") boolean hasUncounted,
        @JsonProperty("items") List<MarketplaceItem> items,
        @JsonProperty("limit") long limit,
        @JsonProperty("page") long page,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MarketplaceItemPage {
        items = Values.listOrEmpty(items);
        otherFields = Values.hidden(otherFields);
    }
}
