// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.Update;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Changes of an item; absent fields stay unchanged.
 *
 * @param category A category of your choice, 1 to 64 characters; null if the change does not name it
 * @param currency The currency of the price, an ISO 4217 code; requires <code>price</code>; null if the change does
 *     not name it
 * @param description The text that buyers see, at most 10 000 characters; can be empty; null if the change does not
 *     name it
 * @param encryption Replaces all fields of the item's encryption; null if the change does not name it
 * @param name The title that buyers see, 1 to 200 characters; null if the change does not name it
 * @param price The price, not below zero; null if the change does not name it
 * @param status Only an <code>active</code> item can be bought; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateItemRequest(
        @JsonProperty("category") Update<String> category,
        @JsonProperty("currency") Update<String> currency,
        @JsonProperty("description") Update<String> description,
        @JsonProperty("encryption") Update<ItemEncryption> encryption,
        @JsonProperty("name") Update<String> name,
        @JsonProperty("price") Update<Double> price,
        @JsonProperty("status") Update<ItemStatus> status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UpdateItemRequest {
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

    /** Makes a UpdateItemRequest. */
    public static final class Builder {

        private Update<String> category;
        private Update<String> currency;
        private Update<String> description;
        private Update<ItemEncryption> encryption;
        private Update<String> name;
        private Update<Double> price;
        private Update<ItemStatus> status;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>category</code>: A category of your choice, 1 to 64 characters; null removes it. */
        public Builder category(String category) {
            this.category = Update.of(category);
            return this;
        }

        /**
         * Sets the field <code>currency</code>: The currency of the price, an ISO 4217 code; requires
         * <code>price</code>; null removes it.
         */
        public Builder currency(String currency) {
            this.currency = Update.of(currency);
            return this;
        }

        /**
         * Sets the field <code>description</code>: The text that buyers see, at most 10 000 characters; can be empty;
         * null removes it.
         */
        public Builder description(String description) {
            this.description = Update.of(description);
            return this;
        }

        /** Sets the field <code>encryption</code>: Replaces all fields of the item's encryption; null removes it. */
        public Builder encryption(ItemEncryption encryption) {
            this.encryption = Update.of(encryption);
            return this;
        }

        /** Sets the field <code>name</code>: The title that buyers see, 1 to 200 characters; null removes it. */
        public Builder name(String name) {
            this.name = Update.of(name);
            return this;
        }

        /** Sets the field <code>price</code>: The price, not below zero; null removes it. */
        public Builder price(Double price) {
            this.price = Update.of(price);
            return this;
        }

        /** Sets the field <code>price</code>: The price, not below zero; null removes it. */
        public Builder price(double price) {
            this.price = Update.of(price);
            return this;
        }

        /** Sets the field <code>status</code>: Only an <code>active</code> item can be bought; null removes it. */
        public Builder status(ItemStatus status) {
            this.status = Update.of(status);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public UpdateItemRequest build() {
            return new UpdateItemRequest(
                    category,
                    currency,
                    description,
                    encryption,
                    name,
                    price,
                    status,
                    otherFields);
        }
    }
}
