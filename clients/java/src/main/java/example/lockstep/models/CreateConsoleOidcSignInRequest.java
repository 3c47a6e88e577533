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
 * The sign-in to the console to start.
 *
 * @param redirectUri The address of the console's page <code>/sign-in/callback</code>, one of those that the operator
 *     configured for the provider
 * @param returnTo The page of the console to show after the sign-in: a path with its query. <code>/today</code> if
 *     absent; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateConsoleOidcSignInRequest(
        @JsonProperty("redirect_uri") String redirectUri,
        @JsonProperty("return_to") String returnTo,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateConsoleOidcSignInRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.redirectUri = redirectUri;
        builder.returnTo = returnTo;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateConsoleOidcSignInRequest. */
    public static final class Builder {

        private String redirectUri;
        private String returnTo;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>redirect_uri</code>: The address of the console's page <code>/sign-in/callback</code>,
         * one of those that the operator configured for the provider.
         */
        public Builder redirectUri(String redirectUri) {
            this.redirectUri = redirectUri;
            return this;
        }

        /**
         * Sets the field <code>return_to</code>: The page of the console to show after the sign-in: a path with its
         * query. <code>/today</code> if absent; may be null.
         */
        public Builder returnTo(String returnTo) {
            this.returnTo = returnTo;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CreateConsoleOidcSignInRequest build() {
            return new CreateConsoleOidcSignInRequest(
                    Values.required(redirectUri, "CreateConsoleOidcSignInRequest", "redirect_uri"),
                    returnTo,
                    otherFields);
        }
    }
}
