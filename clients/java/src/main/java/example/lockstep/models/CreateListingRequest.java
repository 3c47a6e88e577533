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
 * A listing to create.
 *
 * @param accessRules The rules of the sale. Without them: one year and 1000 reads, without restrictions; may be null
 * @param currency The currency of the price, an ISO 4217 code; may be null
 * @param datasetId A dataset of the caller that has data
 * @param description The text that buyers see, at most 10 000 characters. Default: empty; may be null
 * @param price The price, above zero, with at most the decimals of the currency
 * @param title The title that buyers see, 1 to 200 characters
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateListingRequest(
        @JsonProperty("access_rules") ListingRules accessRules,
        @JsonProperty("currency") String currency,
        @JsonProperty("dataset_id") String datasetId,
        @JsonProperty("description") String description,
        @JsonProperty("price") double price,
        @JsonProperty("title") String title,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateListingRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.accessRules = accessRules;
        builder.currency = currency;
        builder.datasetId = datasetId;
        builder.description = description;
        builder.price = price;
        builder.title = title;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateListingRequest. */
    public static final class Builder {

        private ListingRules accessRules;
        private String currency;
        private String datasetId;
        private String description;
        private Double price;
        private String title;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>access_rules</code>: The rules of the sale. Without them: one year and 1000 reads,
         * without restrictions; may be null.
         */
        public Builder accessRules(ListingRules accessRules) {
            this.accessRules = accessRules;
            return this;
        }

        /** Sets the field <code>currency</code>: The currency of the price, an ISO 4217 code; may be null. */
        public Builder currency(String currency) {
            this.currency = currency;
            return this;
        }

        /** Sets the field <code>dataset_id</code>: A dataset of the caller that has data. */
        public Builder datasetId(String datasetId) {
            this.datasetId = datasetId;
            return this;
        }

        /**
         * Sets the field <code>description</code>: The text that buyers see, at most 10 000 characters. Default:
         * empty; may be null.
         */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** Sets the field <code>price</code>: The price, above zero, with at most the decimals of the currency. */
        public Builder price(double price) {
            this.price = price;
            return this;
        }

        /** Sets the field <code>title</code>: The title that buyers see, 1 to 200 characters. */
        public Builder title(String title) {
            this.title = title;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CreateListingRequest build() {
            return new CreateListingRequest(
                    accessRules,
                    currency,
                    Values.required(datasetId, "CreateListingRequest", "dataset_id"),
                    description,
                    Values.required(price, "CreateListingRequest", "price"),
                    Values.required(title, "CreateListingRequest", "title"),
                    otherFields);
        }
    }
}
