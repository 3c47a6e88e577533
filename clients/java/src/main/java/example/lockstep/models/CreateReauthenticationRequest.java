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
 * The provider at which to identify.
 *
 * @param provider The name of the provider, of which an identity is linked to the account
 * @param redirectUri One of the addresses that the operator configured for the provider
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateReauthenticationRequest(
        @JsonProperty("provider") String provider,
        @JsonProperty("redirect_uri") String redirectUri,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateReauthenticationRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.provider = provider;
        builder.redirectUri = redirectUri;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateReauthenticationRequest. */
    public static final class Builder {

        private String provider;
        private String redirectUri;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>provider</code>: The name of the provider, of which an identity is linked to the
         * account.
         */
        public Builder provider(String provider) {
            this.provider = provider;
            return this;
        }

        /**
         * Sets the field <code>redirect_uri</code>: One of the addresses that the operator configured for the
         * provider.
         */
        public Builder redirectUri(String redirectUri) {
            this.redirectUri = redirectUri;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CreateReauthenticationRequest build() {
            return new CreateReauthenticationRequest(
                    Values.required(provider, "CreateReauthenticationRequest", "provider"),
                    Values.required(redirectUri, "CreateReauthenticationRequest", "redirect_uri"),
                    otherFields);
        }
    }
}
