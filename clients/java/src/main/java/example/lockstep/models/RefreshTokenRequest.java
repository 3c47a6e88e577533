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
 * A refresh token to exchange.
 *
 * @param refreshToken The <code>refresh_token</code> of the last sign-in or refresh. A token that was already used
 *     ends the sign-in
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RefreshTokenRequest(
        @JsonProperty("refresh_token") String refreshToken,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RefreshTokenRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "RefreshTokenRequest["
                + "refreshToken=" + Values.secret(refreshToken)
                + "]";
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.refreshToken = refreshToken;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a RefreshTokenRequest. */
    public static final class Builder {

        private String refreshToken;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>refresh_token</code>: The <code>refresh_token</code> of the last sign-in or refresh. A
         * token that was already used ends the sign-in.
         */
        public Builder refreshToken(String refreshToken) {
            this.refreshToken = refreshToken;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public RefreshTokenRequest build() {
            return new RefreshTokenRequest(
                    Values.required(refreshToken, "RefreshTokenRequest", "refresh_token"),
                    otherFields);
        }
    }
}
