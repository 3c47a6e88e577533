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
 * New values of the settings of payments.
 *
 * @param autoApproveThreshold The largest price, in the currency of the token, that needs no approval; null if the
 *     change does not name it
 * @param gasLimit The maximum number of transfers that one settlement may post; null if the change does not name it
 * @param network The name of the settlement adapter: <code>internal</code>; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WalletSettingsChange(
        @JsonProperty("autoApproveThreshold") Update<Double> autoApproveThreshold,
        @JsonProperty("gasLimit") Update<Long> gasLimit,
        @JsonProperty("network") Update<String> network,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WalletSettingsChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.autoApproveThreshold = autoApproveThreshold;
        builder.gasLimit = gasLimit;
        builder.network = network;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WalletSettingsChange. */
    public static final class Builder {

        private Update<Double> autoApproveThreshold;
        private Update<Long> gasLimit;
        private Update<String> network;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>autoApproveThreshold</code>: The largest price, in the currency of the token, that
         * needs no approval; null removes it.
         */
        public Builder autoApproveThreshold(Double autoApproveThreshold) {
            this.autoApproveThreshold = Update.of(autoApproveThreshold);
            return this;
        }

        /**
         * Sets the field <code>autoApproveThreshold</code>: The largest price, in the currency of the token, that
         * needs no approval; null removes it.
         */
        public Builder autoApproveThreshold(double autoApproveThreshold) {
            this.autoApproveThreshold = Update.of(autoApproveThreshold);
            return this;
        }

        /**
         * Sets the field <code>gasLimit</code>: The maximum number of transfers that one settlement may post; null
         * removes it.
         */
        public Builder gasLimit(Long gasLimit) {
            this.gasLimit = Update.of(gasLimit);
            return this;
        }

        /**
         * Sets the field <code>gasLimit</code>: The maximum number of transfers that one settlement may post; null
         * removes it.
         */
        public Builder gasLimit(long gasLimit) {
            this.gasLimit = Update.of(gasLimit);
            return this;
        }

        /**
         * Sets the field <code>network</code>: The name of the settlement adapter: <code>internal</code>; null removes
         * it.
         */
        public Builder network(String network) {
            this.network = Update.of(network);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WalletSettingsChange build() {
            return new WalletSettingsChange(
                    autoApproveThreshold,
                    gasLimit,
                    network,
                    otherFields);
        }
    }
}
