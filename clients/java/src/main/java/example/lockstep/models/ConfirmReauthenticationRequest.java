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
 * The parameters of the provider's redirect.
 *
 * @param code The <code>code</code> parameter of the redirect: the authorization code of the provider
 * @param iss The issuer, if the provider sent it (RFC 9207); may be null
 * @param state The <code>state</code> parameter of the redirect: the <code>state</code> that the server returned at
 *     the start
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConfirmReauthenticationRequest(
        @JsonProperty("code") String code,
        @JsonProperty("iss") String iss,
        @JsonProperty("state") String state,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ConfirmReauthenticationRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "ConfirmReauthenticationRequest["
                + "code=" + Values.secret(code)
                + ", iss=" + iss
                + ", state=" + state
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
        builder.iss = iss;
        builder.state = state;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ConfirmReauthenticationRequest. */
    public static final class Builder {

        private String code;
        private String iss;
        private String state;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>code</code>: The <code>code</code> parameter of the redirect: the authorization code of
         * the provider.
         */
        public Builder code(String code) {
            this.code = code;
            return this;
        }

        /** Sets the field <code>iss</code>: The issuer, if the provider sent it (RFC 9207); may be null. */
        public Builder iss(String iss) {
            this.iss = iss;
            return this;
        }

        /**
         * Sets the field <code>state</code>: The <code>state</code> parameter of the redirect: the <code>state</code>
         * that the server returned at the start.
         */
        public Builder state(String state) {
            this.state = state;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ConfirmReauthenticationRequest build() {
            return new ConfirmReauthenticationRequest(
                    Values.required(code, "ConfirmReauthenticationRequest", "code"),
                    iss,
                    Values.required(state, "ConfirmReauthenticationRequest", "state"),
                    otherFields);
        }
    }
}
