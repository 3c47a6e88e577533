// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The sums of a range.
 *
 * @param activeAgents The number of agents that are working now
 * @param dataProcessed The number of points and rows of datasets that were stored in the range
 * @param revenue The sum of these purchases in EUR. Purchases in other currencies are in
 *     <code>revenueByCurrency</code> only
 * @param revenueByCurrency The sum of these purchases by currency
 * @param totalTransactions The number of purchases in the range, without refunded ones
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AnalyticsOverview(
        @JsonProperty("activeAgents") long activeAgents,
        @JsonProperty("dataProcessed") long dataProcessed,
        @JsonProperty("revenue") double revenue,
        @JsonProperty("revenueByCurrency") Map<String, Double> revenueByCurrency,
        @JsonProperty("totalTransactions") long totalTransactions,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AnalyticsOverview {
        revenueByCurrency = Values.mapOrEmpty(revenueByCurrency);
        otherFields = Values.hidden(otherFields);
    }
}
