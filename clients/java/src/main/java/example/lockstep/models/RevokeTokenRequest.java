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
 * The token, API key or ticket to revoke.
 *
 * @param token The text of an access token, a refresh token, an API key or a socket ticket
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RevokeTokenRequest(
        @JsonProperty("token") String token,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RevokeTokenRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "RevokeTokenRequest["
                + "token=" + Values.secret(token)
                + "]";
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.token = token;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a RevokeTokenRequest. */
    public static final class Builder {

        private String token;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>token</code>: The text of an access token, a refresh token, an API key or a socket
         * ticket.
         */
        public Builder token(String token) {
            this.token = token;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public RevokeTokenRequest build() {
            return new RevokeTokenRequest(
                    Values.required(token, "RevokeTokenRequest", "token"),
                    otherFields);
        }
    }
}
