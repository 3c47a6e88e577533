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
 * The metadata of an envelope, as sent by the caller.
 *
 * @param commitment Accepted and ignored: the commitment inside the envelope is verified; may be null
 * @param keyId The id of the key that <code>encrypt</code> returned. An id that is not of a key of the caller is
 *     answered with 404; may be null
 * @param mode <code>Basic</code>, <code>FHE</code> or <code>ZK</code>. A value that differs from the envelope's is
 *     refused; may be null
 * @param scheme The scheme that <code>encrypt</code> returned. A value that differs from the envelope's is refused;
 *     may be null
 * @param securityLevel 128, 192 or 256 bits. A value that differs from the envelope's is refused; may be null
 * @param timestamp Accepted for compatibility and ignored; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EnvelopeMetadata(
        @JsonProperty("commitment") String commitment,
        @JsonProperty("keyId") String keyId,
        @JsonProperty("mode") String mode,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("securityLevel") Long securityLevel,
        @JsonProperty("timestamp") String timestamp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public EnvelopeMetadata {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.commitment = commitment;
        builder.keyId = keyId;
        builder.mode = mode;
        builder.scheme = scheme;
        builder.securityLevel = securityLevel;
        builder.timestamp = timestamp;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a EnvelopeMetadata. */
    public static final class Builder {

        private String commitment;
        private String keyId;
        private String mode;
        private String scheme;
        private Long securityLevel;
        private String timestamp;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>commitment</code>: Accepted and ignored: the commitment inside the envelope is
         * verified; may be null.
         */
        public Builder commitment(String commitment) {
            this.commitment = commitment;
            return this;
        }

        /**
         * Sets the field <code>keyId</code>: The id of the key that <code>encrypt</code> returned. An id that is not
         * of a key of the caller is answered with 404; may be null.
         */
        public Builder keyId(String keyId) {
            this.keyId = keyId;
            return this;
        }

        /**
         * Sets the field <code>mode</code>: <code>Basic</code>, <code>FHE</code> or <code>ZK</code>. A value that
         * differs from the envelope's is refused; may be null.
         */
        public Builder mode(String mode) {
            this.mode = mode;
            return this;
        }

        /**
         * Sets the field <code>scheme</code>: The scheme that <code>encrypt</code> returned. A value that differs from
         * the envelope's is refused; may be null.
         */
        public Builder scheme(String scheme) {
            this.scheme = scheme;
            return this;
        }

        /**
         * Sets the field <code>securityLevel</code>: 128, 192 or 256 bits. A value that differs from the envelope's is
         * refused; may be null.
         */
        public Builder securityLevel(Long securityLevel) {
            this.securityLevel = securityLevel;
            return this;
        }

        /**
         * Sets the field <code>securityLevel</code>: 128, 192 or 256 bits. A value that differs from the envelope's is
         * refused; may be null.
         */
        public Builder securityLevel(long securityLevel) {
            this.securityLevel = securityLevel;
            return this;
        }

        /** Sets the field <code>timestamp</code>: Accepted for compatibility and ignored; may be null. */
        public Builder timestamp(String timestamp) {
            this.timestamp = timestamp;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public EnvelopeMetadata build() {
            return new EnvelopeMetadata(
                    commitment,
                    keyId,
                    mode,
                    scheme,
                    securityLevel,
                    timestamp,
                    otherFields);
        }
    }
}
