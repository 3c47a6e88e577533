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
 * An account to create.
 *
 * @param email An e-mail address, at most 254 bytes; unique without regard to case
 * @param password The new password: at least 12 characters, hard to guess, and without the user name
 * @param role The role. Default: <code>user</code>; may be null
 * @param tier The tier, which sets limits and quotas. Default: <code>standard</code>; may be null
 * @param username 1 to 64 ASCII letters, digits, <code>.</code>, <code>_</code> or <code>-</code>; unique without
 *     regard to case; must not begin with <code>usr_</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateUserRequest(
        @JsonProperty("email") String email,
        @JsonProperty("password") String password,
        @JsonProperty("role") Role role,
        @JsonProperty("tier") Tier tier,
        @JsonProperty("username") String username,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateUserRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "CreateUserRequest["
                + "email=" + email
                + ", password=" + Values.secret(password)
                + ", role=" + role
                + ", tier=" + tier
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
        builder.email = email;
        builder.password = password;
        builder.role = role;
        builder.tier = tier;
        builder.username = username;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateUserRequest. */
    public static final class Builder {

        private String email;
        private String password;
        private Role role;
        private Tier tier;
        private String username;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>email</code>: An e-mail address, at most 254 bytes; unique without regard to case. */
        public Builder email(String email) {
            this.email = email;
            return this;
        }

        /**
         * Sets the field <code>password</code>: The new password: at least 12 characters, hard to guess, and without
         * the user name.
         */
        public Builder password(String password) {
            this.password = password;
            return this;
        }

        /** Sets the field <code>role</code>: The role. Default: <code>user</code>; may be null. */
        public Builder role(Role role) {
            this.role = role;
            return this;
        }

        /**
         * Sets the field <code>tier</code>: The tier, which sets limits and quotas. Default: <code>standard</code>;
         * may be null.
         */
        public Builder tier(Tier tier) {
            this.tier = tier;
            return this;
        }

        /**
         * Sets the field <code>username</code>: 1 to 64 ASCII letters, digits, <code>.</code>, <code>_</code> or
         * <code>-</code>; unique without regard to case; must not begin with <code>usr_</code>.
         */
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
        public CreateUserRequest build() {
            return new CreateUserRequest(
                    Values.required(email, "CreateUserRequest", "email"),
                    Values.required(password, "CreateUserRequest", "password"),
                    role,
                    tier,
                    Values.required(username, "CreateUserRequest", "username"),
                    otherFields);
        }
    }
}
