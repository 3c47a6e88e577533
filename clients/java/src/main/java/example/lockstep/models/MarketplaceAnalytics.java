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
 * The sales of a range. Lists and maps are empty if <code>dataType</code> names another group.
 *
 * @param categories The purchases in each category
 * @param sales The purchases of each period, the oldest first: 24 hours, 7 or 30 days, or 12 months. Empty in the view
 *     <code>overview</code>
 * @param topItems The ten offers with the most purchases
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MarketplaceAnalytics(
        @JsonProperty("categories") Map<String, Long> categories,
        @JsonProperty("sales") List<Long> sales,
        @JsonProperty("topItems") List<OfferSales> topItems,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MarketplaceAnalytics {
        categories = Values.mapOrEmpty(categories);
        sales = Values.listOrEmpty(sales);
        topItems = Values.listOrEmpty(topItems);
        otherFields = Values.hidden(otherFields);
    }
}
