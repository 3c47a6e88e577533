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
 * A user name and a password.
 *
 * @param password The password of the account, as it was set
 * @param totp The current code of the authenticator app, or a recovery code. Needed if the account has TOTP enabled,
 *     otherwise ignored; may be null
 * @param username The user name or the e-mail address, in any letter case
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SignInRequest(
        @JsonProperty("password") String password,
        @JsonProperty("totp") String totp,
        @JsonProperty("username") String username,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SignInRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "SignInRequest["
                + "password=" + Values.secret(password)
                + ", totp=" + totp
                + ", username=" + username
                + "]";
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.password = password;
        builder.totp = totp;
        builder.username = username;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a SignInRequest. */
    public static final class Builder {

        private String password;
        private String totp;
        private String username;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>password</code>: The password of the account, as it was set. */
        public Builder password(String password) {
            this.password = password;
            return this;
        }

        /**
         * Sets the field <code>totp</code>: The current code of the authenticator app, or a recovery code. Needed if
         * the account has TOTP enabled, otherwise ignored; may be null.
         */
        public Builder totp(String totp) {
            this.totp = totp;
            return this;
        }

        /** Sets the field <code>username</code>: The user name or the e-mail address, in any letter case. */
        public Builder username(String username) {
            this.username = username;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public SignInRequest build() {
            return new SignInRequest(
                    Values.required(password, "SignInRequest", "password"),
                    totp,
                    Values.required(username, "SignInRequest", "username"),
                    otherFields);
        }
    }
}
