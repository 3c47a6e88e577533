// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An item to create.
 *
 * @param category A category of your choice, 1 to 64 characters. Lists can be filtered by it
 * @param currency The currency of the price, an ISO 4217 code; may be null
 * @param description The text that buyers see, at most 10 000 characters; can be empty
 * @param encryption the field <code>encryption</code>
 * @param name The title that buyers see, 1 to 200 characters
 * @param price The price, not below zero
 * @param status The status of the item. Default: <code>active</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateItemRequest(
        @JsonProperty("category") String category,
        @JsonProperty("currency") String currency,
        @JsonProperty("description") String description,
        @JsonProperty("encryption") ItemEncryption encryption,
        @JsonProperty("name") String name,
        @JsonProperty("price") double price,
        @JsonProperty("status") ItemStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateItemRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.category = category;
        builder.currency = currency;
        builder.description = description;
        builder.encryption = encryption;
        builder.name = name;
        builder.price = price;
        builder.status = status;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateItemRequest. */
    public static final class Builder {

        private String category;
        private String currency;
        private String description;
        private ItemEncryption encryption;
        private String name;
        private Double price;
        private ItemStatus status;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>category</code>: A category of your choice, 1 to 64 characters. Lists can be filtered
         * by it.
         */
        public Builder category(String category) {
            this.category = category;
            return this;
        }

        /** Sets the field <code>currency</code>: The currency of the price, an ISO 4217 code; may be null. */
        public Builder currency(String currency) {
            this.currency = currency;
            return this;
        }

        /** Sets the field <code>description</code>: The text that buyers see, at most 10 000 characters; can be empty. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** Sets the field <code>encryption</code>. */
        public Builder encryption(ItemEncryption encryption) {
            this.encryption = encryption;
            return this;
        }

        /** Sets the field <code>name</code>: The title that buyers see, 1 to 200 characters. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /** Sets the field <code>price</code>: The price, not below zero. */
        public Builder price(double price) {
            this.price = price;
            return this;
        }

        /** Sets the field <code>status</code>: The status of the item. Default: <code>active</code>; may be null. */
        public Builder status(ItemStatus status) {
            this.status = status;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CreateItemRequest build() {
            return new CreateItemRequest(
                    Values.required(category, "CreateItemRequest", "category"),
                    currency,
                    Values.required(description, "CreateItemRequest", "description"),
                    Values.required(encryption, "CreateItemRequest", "encryption"),
                    Values.required(name, "CreateItemRequest", "name"),
                    Values.required(price, "CreateItemRequest", "price"),
                    status,
                    otherFields);
        }
    }
}
