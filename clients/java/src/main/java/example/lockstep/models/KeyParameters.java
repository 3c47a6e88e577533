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
 * Parameters of the key.
 *
 * @param custody <code>server</code> (default): the server keeps the secret, and the key becomes current.
 *     <code>client</code>: the server keeps only the public half; may be null
 * @param scheme Basic: <code>AES-128-GCM</code>, <code>AES-192-GCM</code>, <code>AES-256-GCM</code> (a symmetric key),
 *     <code>X-Wing</code>, <code>MLKEM1024-P384</code> (a key pair). FHE: <code>BFV</code>, <code>BFV-sum</code>. ZK:
 *     <code>Groth16</code>, <code>PGHR13</code>; may be null
 * @param securityLevel The security level: 128, 192 or 256 bits; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record KeyParameters(
        @JsonProperty("custody") String custody,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("securityLevel") Long securityLevel,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public KeyParameters {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.custody = custody;
        builder.scheme = scheme;
        builder.securityLevel = securityLevel;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a KeyParameters. */
    public static final class Builder {

        private String custody;
        private String scheme;
        private Long securityLevel;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>custody</code>: <code>server</code> (default): the server keeps the secret, and the key
         * becomes current. <code>client</code>: the server keeps only the public half; may be null.
         */
        public Builder custody(String custody) {
            this.custody = custody;
            return this;
        }

        /**
         * Sets the field <code>scheme</code>: Basic: <code>AES-128-GCM</code>, <code>AES-192-GCM</code>,
         * <code>AES-256-GCM</code> (a symmetric key), <code>X-Wing</code>, <code>MLKEM1024-P384</code> (a key pair).
         * FHE: <code>BFV</code>, <code>BFV-sum</code>. ZK: <code>Groth16</code>, <code>PGHR13</code>; may be null.
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
        public KeyParameters build() {
            return new KeyParameters(
                    custody,
                    scheme,
                    securityLevel,
                    otherFields);
        }
    }
}
