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
 * The current and the new password.
 *
 * @param currentPassword The password so far, as proof that the owner of the account sends the request
 * @param keepApiKeys Whether API keys stay valid. Default: false; may be null
 * @param newPassword The new password: at least 12 characters, hard to guess, and without the user name
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ChangePasswordRequest(
        @JsonProperty("current_password") String currentPassword,
        @JsonProperty("keep_api_keys") Boolean keepApiKeys,
        @JsonProperty("new_password") String newPassword,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ChangePasswordRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "ChangePasswordRequest["
                + "currentPassword=" + Values.secret(currentPassword)
                + ", keepApiKeys=" + keepApiKeys
                + ", newPassword=" + Values.secret(newPassword)
                + "]";
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.currentPassword = currentPassword;
        builder.keepApiKeys = keepApiKeys;
        builder.newPassword = newPassword;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ChangePasswordRequest. */
    public static final class Builder {

        private String currentPassword;
        private Boolean keepApiKeys;
        private String newPassword;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>current_password</code>: The password so far, as proof that the owner of the account
         * sends the request.
         */
        public Builder currentPassword(String currentPassword) {
            this.currentPassword = currentPassword;
            return this;
        }

        /** Sets the field <code>keep_api_keys</code>: Whether API keys stay valid. Default: false; may be null. */
        public Builder keepApiKeys(Boolean keepApiKeys) {
            this.keepApiKeys = keepApiKeys;
            return this;
        }

        /**
         * Sets the field <code>new_password</code>: The new password: at least 12 characters, hard to guess, and
         * without the user name.
         */
        public Builder newPassword(String newPassword) {
            this.newPassword = newPassword;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ChangePasswordRequest build() {
            return new ChangePasswordRequest(
                    Values.required(currentPassword, "ChangePasswordRequest", "current_password"),
                    keepApiKeys,
                    Values.required(newPassword, "ChangePasswordRequest", "new_password"),
                    otherFields);
        }
    }
}
