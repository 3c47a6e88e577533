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
 * The fields of an account to update.
 *
 * @param email The new e-mail address, at most 254 bytes, unique without regard to case. Unchanged if absent; null if
 *     the change does not name it
 * @param role The new role. Unchanged if absent; null if the change does not name it
 * @param status <code>suspended</code> refuses every credential of the account. Unchanged if absent; null if the
 *     change does not name it
 * @param tier The new tier, which sets limits and quotas. Unchanged if absent; null if the change does not name it
 * @param walletAddress The wallet address; null removes it; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateUserRequest(
        @JsonProperty("email") Update<String> email,
        @JsonProperty("role") Update<Role> role,
        @JsonProperty("status") Update<SettableAccountStatus> status,
        @JsonProperty("tier") Update<Tier> tier,
        @JsonProperty("walletAddress") Update<String> walletAddress,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UpdateUserRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.email = email;
        builder.role = role;
        builder.status = status;
        builder.tier = tier;
        builder.walletAddress = walletAddress;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a UpdateUserRequest. */
    public static final class Builder {

        private Update<String> email;
        private Update<Role> role;
        private Update<SettableAccountStatus> status;
        private Update<Tier> tier;
        private Update<String> walletAddress;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>email</code>: The new e-mail address, at most 254 bytes, unique without regard to case.
         * Unchanged if absent; null removes it.
         */
        public Builder email(String email) {
            this.email = Update.of(email);
            return this;
        }

        /** Sets the field <code>role</code>: The new role. Unchanged if absent; null removes it. */
        public Builder role(Role role) {
            this.role = Update.of(role);
            return this;
        }

        /**
         * Sets the field <code>status</code>: <code>suspended</code> refuses every credential of the account.
         * Unchanged if absent; null removes it.
         */
        public Builder status(SettableAccountStatus status) {
            this.status = Update.of(status);
            return this;
        }

        /**
         * Sets the field <code>tier</code>: The new tier, which sets limits and quotas. Unchanged if absent; null
         * removes it.
         */
        public Builder tier(Tier tier) {
            this.tier = Update.of(tier);
            return this;
        }

        /** Sets the field <code>walletAddress</code>: The wallet address; null removes it; null removes it. */
        public Builder walletAddress(String walletAddress) {
            this.walletAddress = Update.of(walletAddress);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public UpdateUserRequest build() {
            return new UpdateUserRequest(
                    email,
                    role,
                    status,
                    tier,
                    walletAddress,
                    otherFields);
        }
    }
}
