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
 * New values of the settings of the marketplace.
 *
 * @param creditLimit The maximum debt of a buyer after a purchase, in the currency of the purchase; null for no limit;
 *     null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MarketSettingsChange(
        @JsonProperty("creditLimit") Update<Double> creditLimit,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MarketSettingsChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.creditLimit = creditLimit;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a MarketSettingsChange. */
    public static final class Builder {

        private Update<Double> creditLimit;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>creditLimit</code>: The maximum debt of a buyer after a purchase, in the currency of
         * the purchase; null for no limit; null removes it.
         */
        public Builder creditLimit(Double creditLimit) {
            this.creditLimit = Update.of(creditLimit);
            return this;
        }

        /**
         * Sets the field <code>creditLimit</code>: The maximum debt of a buyer after a purchase, in the currency of
         * the purchase; null for no limit; null removes it.
         */
        public Builder creditLimit(double creditLimit) {
            this.creditLimit = Update.of(creditLimit);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public MarketSettingsChange build() {
            return new MarketSettingsChange(
                    creditLimit,
                    otherFields);
        }
    }
}
