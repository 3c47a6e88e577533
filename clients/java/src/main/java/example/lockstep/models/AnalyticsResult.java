// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The figures of a range.
 *
 * @param agents the field <code>agents</code>
 * @param datastreams the field <code>datastreams</code>
 * @param marketplace the field <code>marketplace</code>
 * @param overview the field <code>overview</code>
 * @param system the field <code>system</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AnalyticsResult(
        @JsonProperty("agents") AgentAnalytics agents,
        @JsonProperty("datastreams") DatastreamAnalytics datastreams,
        @JsonProperty("marketplace") MarketplaceAnalytics marketplace,
        @JsonProperty("overview") AnalyticsOverview overview,
        @JsonProperty("system") SystemAnalytics system,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AnalyticsResult {
        otherFields = Values.hidden(otherFields);
    }
}
