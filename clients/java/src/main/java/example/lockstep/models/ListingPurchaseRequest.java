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
 * A purchase of a listing.
 *
 * @param currency The currency of <code>expected_price</code>, an ISO 4217 code; required with it; may be null
 * @param expectedPrice The price that you read. If the listing has another price by now, nothing is bought and the
 *     answer is 409; may be null
 * @param purpose The purpose of the data. A listing with the restriction <code>purpose:&lt;word&gt;</code> requires
 *     one of its words; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListingPurchaseRequest(
        @JsonProperty("currency") String currency,
        @JsonProperty("expected_price") Double expectedPrice,
        @JsonProperty("purpose") String purpose,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ListingPurchaseRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.currency = currency;
        builder.expectedPrice = expectedPrice;
        builder.purpose = purpose;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ListingPurchaseRequest. */
    public static final class Builder {

        private String currency;
        private Double expectedPrice;
        private String purpose;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>currency</code>: The currency of <code>expected_price</code>, an ISO 4217 code;
         * required with it; may be null.
         */
        public Builder currency(String currency) {
            this.currency = currency;
            return this;
        }

        /**
         * Sets the field <code>expected_price</code>: The price that you read. If the listing has another price by
         * now, nothing is bought and the answer is 409; may be null.
         */
        public Builder expectedPrice(Double expectedPrice) {
            this.expectedPrice = expectedPrice;
            return this;
        }

        /**
         * Sets the field <code>expected_price</code>: The price that you read. If the listing has another price by
         * now, nothing is bought and the answer is 409; may be null.
         */
        public Builder expectedPrice(double expectedPrice) {
            this.expectedPrice = expectedPrice;
            return this;
        }

        /**
         * Sets the field <code>purpose</code>: The purpose of the data. A listing with the restriction
         * <code>purpose:&lt;word&gt;</code> requires one of its words; may be null.
         */
        public Builder purpose(String purpose) {
            this.purpose = purpose;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ListingPurchaseRequest build() {
            return new ListingPurchaseRequest(
                    currency,
                    expectedPrice,
                    purpose,
                    otherFields);
        }
    }
}
