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
 * @param alerts New settings of alert rules. Unchanged if absent; null if the change does not name it
 * @param database New settings of the database and of backups. Unchanged if absent; null if the change does not name
 *     it
 * @param encryption New settings of encryption keys. Unchanged if absent; null if the change does not name it
 * @param limits New settings of request limits. Unchanged if absent; null if the change does not name it
 * @param market New settings of the marketplace. Unchanged if absent; null if the change does not name it
 * @param network New settings of the network. Unchanged if absent; null if the change does not name it
 * @param signIn New settings of sign-ins. Unchanged if absent; null if the change does not name it
 * @param wallet New settings of payments. Unchanged if absent; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateSettingsRequest(
        @JsonProperty("alerts") Update<AlertSettingsChange> alerts,
        @JsonProperty("database") Update<DatabaseSettingsChange> database,
        @JsonProperty("encryption") Update<EncryptionSettingsChange> encryption,
        @JsonProperty("limits") Update<RequestLimitSettingsChange> limits,
        @JsonProperty("market") Update<MarketSettingsChange> market,
        @JsonProperty("network") Update<NetworkSettingsChange> network,
        @JsonProperty("signIn") Update<SignInSettingsChange> signIn,
        @JsonProperty("wallet") Update<WalletSettingsChange> wallet,
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
        builder.signIn = signIn;
        builder.wallet = wallet;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a UpdateSettingsRequest. */
    public static final class Builder {

        private Update<AlertSettingsChange> alerts;
        private Update<DatabaseSettingsChange> database;
        private Update<EncryptionSettingsChange> encryption;
        private Update<RequestLimitSettingsChange> limits;
        private Update<MarketSettingsChange> market;
        private Update<NetworkSettingsChange> network;
        private Update<SignInSettingsChange> signIn;
        private Update<WalletSettingsChange> wallet;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>alerts</code>: New settings of alert rules. Unchanged if absent; null removes it. */
        public Builder alerts(AlertSettingsChange alerts) {
            this.alerts = Update.of(alerts);
            return this;
        }

        /**
         * Sets the field <code>database</code>: New settings of the database and of backups. Unchanged if absent; null
         * removes it.
         */
        public Builder database(DatabaseSettingsChange database) {
            this.database = Update.of(database);
            return this;
        }

        /**
         * Sets the field <code>encryption</code>: New settings of encryption keys. Unchanged if absent; null removes
         * it.
         */
        public Builder encryption(EncryptionSettingsChange encryption) {
            this.encryption = Update.of(encryption);
            return this;
        }

        /** Sets the field <code>limits</code>: New settings of request limits. Unchanged if absent; null removes it. */
        public Builder limits(RequestLimitSettingsChange limits) {
            this.limits = Update.of(limits);
            return this;
        }

        /** Sets the field <code>market</code>: New settings of the marketplace. Unchanged if absent; null removes it. */
        public Builder market(MarketSettingsChange market) {
            this.market = Update.of(market);
            return this;
        }

        /** Sets the field <code>network</code>: New settings of the network. Unchanged if absent; null removes it. */
        public Builder network(NetworkSettingsChange network) {
            this.network = Update.of(network);
            return this;
        }

        /** Sets the field <code>signIn</code>: New settings of sign-ins. Unchanged if absent; null removes it. */
        public Builder signIn(SignInSettingsChange signIn) {
            this.signIn = Update.of(signIn);
            return this;
        }

        /** Sets the field <code>wallet</code>: New settings of payments. Unchanged if absent; null removes it. */
        public Builder wallet(WalletSettingsChange wallet) {
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
                    signIn,
                    wallet,
                    otherFields);
        }
    }
}
