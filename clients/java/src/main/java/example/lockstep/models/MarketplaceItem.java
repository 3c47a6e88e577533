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
 * @param category the field <code>category</code>
 * @param createdAt the field <code>createdAt</code>
 * @param currency the field <code>currency</code>
 * @param description the field <code>description</code>
 * @param encryption the field <code>encryption</code>
 * @param id the field <code>id</code>
 * @param name the field <code>name</code>
 * @param price the field <code>price</code>
 * @param status the field <code>status</code>
 * @param updatedAt the field <code>updatedAt</code>
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
