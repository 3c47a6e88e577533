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
 * New values of settings; absent groups and fields stay unchanged.
 *
 * @param alerts the field <code>alerts</code>; null if the change does not name it
 * @param database the field <code>database</code>; null if the change does not name it
 * @param encryption the field <code>encryption</code>; null if the change does not name it
 * @param limits the field <code>limits</code>; null if the change does not name it
 * @param market the field <code>market</code>; null if the change does not name it
 * @param network the field <code>network</code>; null if the change does not name it
 * @param wallet the field <code>wallet</code>; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateSettingsRequest(
        @JsonProperty("alerts") Update<UpdateAlertSettings> alerts,
        @JsonProperty("database") Update<UpdateDatabaseSettings> database,
        @JsonProperty("encryption") Update<UpdateEncryptionSettings> encryption,
        @JsonProperty("limits") Update<UpdateRequestLimitSettings> limits,
        @JsonProperty("market") Update<UpdateMarketSettings> market,
        @JsonProperty("network") Update<UpdateNetworkSettings> network,
        @JsonProperty("wallet") Update<UpdateWalletSettings> wallet,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UpdateSettingsRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.alerts = alerts;
        builder.database = database;
        builder.encryption = encryption;
        builder.limits = limits;
        builder.market = market;
        builder.network = network;
        builder.wallet = wallet;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a UpdateSettingsRequest. */
    public static final class Builder {

        private Update<UpdateAlertSettings> alerts;
        private Update<UpdateDatabaseSettings> database;
        private Update<UpdateEncryptionSettings> encryption;
        private Update<UpdateRequestLimitSettings> limits;
        private Update<UpdateMarketSettings> market;
        private Update<UpdateNetworkSettings> network;
        private Update<UpdateWalletSettings> wallet;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>alerts</code>. */
        public Builder alerts(UpdateAlertSettings alerts) {
            this.alerts = Update.of(alerts);
            return this;
        }

        /** Sets the field <code>database</code>. */
        public Builder database(UpdateDatabaseSettings database) {
            this.database = Update.of(database);
            return this;
        }

        /** Sets the field <code>encryption</code>. */
        public Builder encryption(UpdateEncryptionSettings encryption) {
            this.encryption = Update.of(encryption);
            return this;
        }

        /** Sets the field <code>limits</code>. */
        public Builder limits(UpdateRequestLimitSettings limits) {
            this.limits = Update.of(limits);
            return this;
        }

        /** Sets the field <code>market</code>. */
        public Builder market(UpdateMarketSettings market) {
            this.market = Update.of(market);
            return this;
        }

        /** Sets the field <code>network</code>. */
        public Builder network(UpdateNetworkSettings network) {
            this.network = Update.of(network);
            return this;
        }

        /** Sets the field <code>wallet</code>. */
        public Builder wallet(UpdateWalletSettings wallet) {
            this.wallet = Update.of(wallet);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public UpdateSettingsRequest build() {
            return new UpdateSettingsRequest(
                    alerts,
                    database,
                    encryption,
                    limits,
                    market,
                    network,
                    wallet,
                    otherFields);
        }
    }
}
