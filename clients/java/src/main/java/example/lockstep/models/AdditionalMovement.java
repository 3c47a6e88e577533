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
 * A further movement of the same settlement.
 *
 * @param amount The amount, above zero
 * @param currency The ISO 4217 code of the currency of <code>amount</code>
 * @param reference A text for the reader of the ledger, such as the number of a bank transfer
 * @param type the field <code>type</code>
 * @param userId The account, or <code>platform</code> for the proceeds of items
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AdditionalMovement(
        @JsonProperty("amount") double amount,
        @JsonProperty("currency") String currency,
        @JsonProperty("reference") String reference,
        @JsonProperty("type") MovementType type,
        @JsonProperty("userId") String userId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AdditionalMovement {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.amount = amount;
        builder.currency = currency;
        builder.reference = reference;
        builder.type = type;
        builder.userId = userId;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AdditionalMovement. */
    public static final class Builder {

        private Double amount;
        private String currency;
        private String reference;
        private MovementType type;
        private String userId;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>amount</code>: The amount, above zero. */
        public Builder amount(double amount) {
            this.amount = amount;
            return this;
        }

        /** Sets the field <code>currency</code>: The ISO 4217 code of the currency of <code>amount</code>. */
        public Builder currency(String currency) {
            this.currency = currency;
            return this;
        }

        /**
         * Sets the field <code>reference</code>: A text for the reader of the ledger, such as the number of a bank
         * transfer.
         */
        public Builder reference(String reference) {
            this.reference = reference;
            return this;
        }

        /** Sets the field <code>type</code>. */
        public Builder type(MovementType type) {
            this.type = type;
            return this;
        }

        /** Sets the field <code>userId</code>: The account, or <code>platform</code> for the proceeds of items. */
        public Builder userId(String userId) {
            this.userId = userId;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AdditionalMovement build() {
            return new AdditionalMovement(
                    Values.required(amount, "AdditionalMovement", "amount"),
                    Values.required(currency, "AdditionalMovement", "currency"),
                    Values.required(reference, "AdditionalMovement", "reference"),
                    Values.required(type, "AdditionalMovement", "type"),
                    Values.required(userId, "AdditionalMovement", "userId"),
                    otherFields);
        }
    }
}
