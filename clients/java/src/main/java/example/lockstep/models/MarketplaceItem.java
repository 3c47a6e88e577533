// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * An item of the marketplace.
 *
 * @param category The category by which lists can be filtered, 1 to 64 characters
 * @param createdAt The time of the creation: RFC 3339, UTC
 * @param currency The ISO 4217 code of the currency of the price
 * @param description The text that buyers see, at most 10 000 characters; can be empty
 * @param encryption the field <code>encryption</code>
 * @param id The id of the item: <code>itm_</code> and 26 characters
 * @param name The title that buyers see, 1 to 200 characters
 * @param price The price in the main unit of the currency (euros, not cents)
 * @param status the field <code>status</code>
 * @param updatedAt The time of the last change: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MarketplaceItem(
        @JsonProperty("category") String category,
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("currency") String currency,
        @JsonProperty("description") String description,
        @JsonProperty("encryption") ItemEncryption encryption,
        @JsonProperty("id") String id,
        @JsonProperty("name") String name,
        @JsonProperty("price") double price,
        @JsonProperty("status") ItemStatus status,
        @JsonProperty("updatedAt") OffsetDateTime updatedAt,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MarketplaceItem {
        otherFields = Values.hidden(otherFields);
    }
}
