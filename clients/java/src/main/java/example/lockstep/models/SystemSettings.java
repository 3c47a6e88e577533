// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The system settings.
 *
 * @param alerts the field <code>alerts</code>
 * @param database the field <code>database</code>
 * @param encryption the field <code>encryption</code>
 * @param limits the field <code>limits</code>
 * @param market the field <code>market</code>
 * @param network the field <code>network</code>
 * @param signIn the field <code>signIn</code>
 * @param wallet the field <code>wallet</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SystemSettings(
        @JsonProperty("alerts") AlertSettings alerts,
        @JsonProperty("database") DatabaseSettings database,
        @JsonProperty("encryption") EncryptionSettings encryption,
        @JsonProperty("limits") RequestLimitSettings limits,
        @JsonProperty("market") MarketSettings market,
        @JsonProperty("network") NetworkSettings network,
        @JsonProperty("signIn") SignInSettings signIn,
        @JsonProperty("wallet") WalletSettings wallet,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SystemSettings {
        otherFields = Values.hidden(otherFields);
    }
}
