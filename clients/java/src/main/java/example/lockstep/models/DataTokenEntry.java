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
 * A data token in a list.
 *
 * @param currency the field <code>currency</code>
 * @param id the field <code>id</code>
 * @param points The number of points
 * @param price the field <code>price</code>
 * @param purchases The purchases that were not refunded; null for tokens of others; may be null
 * @param restrictions the field <code>restrictions</code>
 * @param revenue The sum of their prices, read from the ledger; null for tokens of others; may be null
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DataTokenEntry(
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
