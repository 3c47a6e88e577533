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
 * The public half of a key created by the client.
 *
 * @param mode <code>FHE</code> or <code>Basic</code>
 * @param parameters the field <code>parameters</code>; may be null
 * @param publicKey The public key, base64: written by lockstep-fhe, or of an X-Wing or MLKEM1024-P384 key pair
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RegisterKeyRequest(
        @JsonProperty("mode") String mode,
        @JsonProperty("parameters") RegisterKeyParameters parameters,
        @JsonProperty("publicKey") String publicKey,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RegisterKeyRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.mode = mode;
        builder.parameters = parameters;
        builder.publicKey = publicKey;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a RegisterKeyRequest. */
    public static final class Builder {

        private String mode;
        private RegisterKeyParameters parameters;
        private String publicKey;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>mode</code>: <code>FHE</code> or <code>Basic</code>. */
        public Builder mode(String mode) {
            this.mode = mode;
            return this;
        }

        /** Sets the field <code>parameters</code>. */
        public Builder parameters(RegisterKeyParameters parameters) {
            this.parameters = parameters;
            return this;
        }

        /**
         * Sets the field <code>publicKey</code>: The public key, base64: written by lockstep-fhe, or of an X-Wing or
         * MLKEM1024-P384 key pair.
         */
        public Builder publicKey(String publicKey) {
            this.publicKey = publicKey;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public RegisterKeyRequest build() {
            return new RegisterKeyRequest(
                    Values.required(mode, "RegisterKeyRequest", "mode"),
                    parameters,
                    Values.required(publicKey, "RegisterKeyRequest", "publicKey"),
                    otherFields);
        }
    }
}
