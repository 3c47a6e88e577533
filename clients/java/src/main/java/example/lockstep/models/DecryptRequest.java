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
 * The envelope to decrypt.
 *
 * @param encryptedData An envelope, base64
 * @param metadata Optional: if sent, it must match the envelope; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecryptRequest(
        @JsonProperty("encryptedData") String encryptedData,
        @JsonProperty("metadata") EnvelopeMetadata metadata,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DecryptRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.encryptedData = encryptedData;
        builder.metadata = metadata;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a DecryptRequest. */
    public static final class Builder {

        private String encryptedData;
        private EnvelopeMetadata metadata;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>encryptedData</code>: An envelope, base64. */
        public Builder encryptedData(String encryptedData) {
            this.encryptedData = encryptedData;
            return this;
        }

        /** Sets the field <code>metadata</code>: Optional: if sent, it must match the envelope; may be null. */
        public Builder metadata(EnvelopeMetadata metadata) {
            this.metadata = metadata;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public DecryptRequest build() {
            return new DecryptRequest(
                    Values.required(encryptedData, "DecryptRequest", "encryptedData"),
                    metadata,
                    otherFields);
        }
    }
}
