// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * A data token in a list.
 *
 * @param createdAt The time of the creation: RFC 3339, UTC
 * @param currency The ISO 4217 code of the currency of the price
 * @param id The id of the data token: <code>tok_</code> and 26 characters
 * @param points The number of points
 * @param price The price in the main unit of the currency (euros, not cents)
 * @param purchases The number of purchases that were not refunded; null for tokens of others; may be null
 * @param restrictions <code>aggregate-only</code>, <code>no-export</code> and <code>purpose:</code> with a word; empty
 *     if the token has no restrictions
 * @param revenue The sum of their prices, read from the ledger; null for tokens of others; may be null
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DataTokenEntry(
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("currency") String currency,
        @JsonProperty("id") String id,
        @JsonProperty("points") long points,
        @JsonProperty("price") double price,
        @JsonProperty("purchases") Long purchases,
        @JsonProperty("restrictions") List<String> restrictions,
        @JsonProperty("revenue") Double revenue,
        @JsonProperty("status") DataTokenStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DataTokenEntry {
        restrictions = Values.listOrEmpty(restrictions);
        otherFields = Values.hidden(otherFields);
    }
}
