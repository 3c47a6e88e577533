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
 * Parameters of an encryption.
 *
 * @param curve ZK only: the curve over whose field the server commits. It must fit the key's level:
 *     <code>bls12-381</code> (default) or <code>bn254</code> at 128, <code>bls24-509</code> at 192,
 *     <code>bls48-575</code> at 256; may be null
 * @param keyId The id of a key of the caller. Default: the current key; may be null
 * @param precision The decimals kept of each number, 0 to 6. Default: 0 for whole numbers, otherwise 2; may be null
 * @param scheme The scheme of the key, as in <code>POST /v1/encryption/keys/generate</code>; may be null
 * @param securityLevel The security level: 128, 192 or 256 bits; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EncryptParameters(
        @JsonProperty("curve") String curve,
        @JsonProperty("keyId") String keyId,
        @JsonProperty("precision") Long precision,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("securityLevel") Long securityLevel,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public EncryptParameters {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.curve = curve;
        builder.keyId = keyId;
        builder.precision = precision;
        builder.scheme = scheme;
        builder.securityLevel = securityLevel;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a EncryptParameters. */
    public static final class Builder {

        private String curve;
        private String keyId;
        private Long precision;
        private String scheme;
        private Long securityLevel;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>curve</code>: ZK only: the curve over whose field the server commits. It must fit the
         * key's level: <code>bls12-381</code> (default) or <code>bn254</code> at 128, <code>bls24-509</code> at 192,
         * <code>bls48-575</code> at 256; may be null.
         */
        public Builder curve(String curve) {
            this.curve = curve;
            return this;
        }

        /** Sets the field <code>keyId</code>: The id of a key of the caller. Default: the current key; may be null. */
        public Builder keyId(String keyId) {
            this.keyId = keyId;
            return this;
        }

        /**
         * Sets the field <code>precision</code>: The decimals kept of each number, 0 to 6. Default: 0 for whole
         * numbers, otherwise 2; may be null.
         */
        public Builder precision(Long precision) {
            this.precision = precision;
            return this;
        }

        /**
         * Sets the field <code>precision</code>: The decimals kept of each number, 0 to 6. Default: 0 for whole
         * numbers, otherwise 2; may be null.
         */
        public Builder precision(long precision) {
            this.precision = precision;
            return this;
        }

        /**
         * Sets the field <code>scheme</code>: The scheme of the key, as in <code>POST
         * /v1/encryption/keys/generate</code>; may be null.
         */
        public Builder scheme(String scheme) {
            this.scheme = scheme;
            return this;
        }

        /** Sets the field <code>securityLevel</code>: The security level: 128, 192 or 256 bits; may be null. */
        public Builder securityLevel(Long securityLevel) {
            this.securityLevel = securityLevel;
            return this;
        }

        /** Sets the field <code>securityLevel</code>: The security level: 128, 192 or 256 bits; may be null. */
        public Builder securityLevel(long securityLevel) {
            this.securityLevel = securityLevel;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public EncryptParameters build() {
            return new EncryptParameters(
                    curve,
                    keyId,
                    precision,
                    scheme,
                    securityLevel,
                    otherFields);
        }
    }
}
