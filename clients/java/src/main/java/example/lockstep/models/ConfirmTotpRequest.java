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
 * A code that proves that the authenticator app has the secret.
 *
 * @param code The current code of the authenticator app
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConfirmTotpRequest(
        @JsonProperty("code") String code,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ConfirmTotpRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "ConfirmTotpRequest["
                + "code=" + Values.secret(code)
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
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ConfirmTotpRequest. */
    public static final class Builder {

        private String code;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>code</code>: The current code of the authenticator app. */
        public Builder code(String code) {
            this.code = code;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ConfirmTotpRequest build() {
            return new ConfirmTotpRequest(
                    Values.required(code, "ConfirmTotpRequest", "code"),
                    otherFields);
        }
    }
}
