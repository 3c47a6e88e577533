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
 * The proof that the owner of the account sends the request.
 *
 * @param code The current code of the authenticator app, or a recovery code. Needed if the account has TOTP enabled,
 *     otherwise ignored; may be null
 * @param password The current password of the account. It may be absent only if the person identified once more at a
 *     linked OpenID provider within the last 5 minutes (<code>POST /api/auth/reauthentication</code>); may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeleteAccountRequest(
        @JsonProperty("code") String code,
        @JsonProperty("password") String password,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DeleteAccountRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "DeleteAccountRequest["
                + "code=" + Values.secret(code)
                + ", password=" + Values.secret(password)
                + "]";
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.code = code;
        builder.password = password;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a DeleteAccountRequest. */
    public static final class Builder {

        private String code;
        private String password;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>code</code>: The current code of the authenticator app, or a recovery code. Needed if
         * the account has TOTP enabled, otherwise ignored; may be null.
         */
        public Builder code(String code) {
            this.code = code;
            return this;
        }

        /**
         * Sets the field <code>password</code>: The current password of the account. It may be absent only if the
         * person identified once more at a linked OpenID provider within the last 5 minutes (<code>POST
         * /api/auth/reauthentication</code>); may be null.
         */
        public Builder password(String password) {
            this.password = password;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public DeleteAccountRequest build() {
            return new DeleteAccountRequest(
                    code,
                    password,
                    otherFields);
        }
    }
}
