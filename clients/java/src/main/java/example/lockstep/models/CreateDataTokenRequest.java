// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A data token to create.
 *
 * @param accessRules the field <code>accessRules</code>
 * @param availableUntil The time after which the token cannot be bought; may be null
 * @param claims Documents of <code>POST /v1/sfdp/proofs</code> about your own days, without audience and nonce, for
 *     buyers to verify; may be null
 * @param currency The currency of the price, an ISO 4217 code
 * @param dataPoints Ids of points, or selectors <code>type=…;device=…;start=…;end=…</code>. Each must select a point
 *     of yours. The id of a registered device and its name select the same points. The token sells these points as
 *     they are now
 * @param description A text for buyers, on the page of the listing; may be null
 * @param price The price, above zero, with at most the decimals of the currency
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateDataTokenRequest(
        @JsonProperty("accessRules") AccessRules accessRules,
        @JsonProperty("availableUntil") OffsetDateTime availableUntil,
        @JsonProperty("claims") List<Map<String, Object>> claims,
        @JsonProperty("currency") String currency,
        @JsonProperty("dataPoints") List<String> dataPoints,
        @JsonProperty("description") String description,
        @JsonProperty("price") double price,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateDataTokenRequest {
        claims = Values.list(claims);
        dataPoints = Values.listOrEmpty(dataPoints);
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
        builder.availableUntil = availableUntil;
        builder.claims = claims;
        builder.currency = currency;
        builder.dataPoints = dataPoints;
        builder.description = description;
        builder.price = price;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateDataTokenRequest. */
    public static final class Builder {

        private AccessRules accessRules;
        private OffsetDateTime availableUntil;
        private List<Map<String, Object>> claims;
        private String currency;
        private List<String> dataPoints;
        private String description;
        private Double price;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>accessRules</code>. */
        public Builder accessRules(AccessRules accessRules) {
            this.accessRules = accessRules;
            return this;
        }

        /** Sets the field <code>availableUntil</code>: The time after which the token cannot be bought; may be null. */
        public Builder availableUntil(OffsetDateTime availableUntil) {
            this.availableUntil = availableUntil;
            return this;
        }

        /**
         * Sets the field <code>claims</code>: Documents of <code>POST /v1/sfdp/proofs</code> about your own days,
         * without audience and nonce, for buyers to verify; may be null.
         */
        public Builder claims(List<Map<String, Object>> claims) {
            this.claims = claims;
            return this;
        }

        /** Sets the field <code>currency</code>: The currency of the price, an ISO 4217 code. */
        public Builder currency(String currency) {
            this.currency = currency;
            return this;
        }

        /**
         * Sets the field <code>dataPoints</code>: Ids of points, or selectors
         * <code>type=…;device=…;start=…;end=…</code>. Each must select a point of yours. The id of a registered device
         * and its name select the same points. The token sells these points as they are now.
         */
        public Builder dataPoints(List<String> dataPoints) {
            this.dataPoints = dataPoints;
            return this;
        }

        /** Sets the field <code>description</code>: A text for buyers, on the page of the listing; may be null. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** Sets the field <code>price</code>: The price, above zero, with at most the decimals of the currency. */
        public Builder price(double price) {
            this.price = price;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CreateDataTokenRequest build() {
            return new CreateDataTokenRequest(
                    Values.required(accessRules, "CreateDataTokenRequest", "accessRules"),
                    availableUntil,
                    claims,
                    Values.required(currency, "CreateDataTokenRequest", "currency"),
                    Values.required(dataPoints, "CreateDataTokenRequest", "dataPoints"),
                    description,
                    Values.required(price, "CreateDataTokenRequest", "price"),
                    otherFields);
        }
    }
}
