// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Parameters of a proof.
 *
 * @param bindOwner Whether the proof is bound to the caller's pseudonym, returned as <code>owner</code> in the
 *     metadata and used in signed roots. Default: false; may be null
 * @param curve <code>bls12-381</code> (default, about 126 bits), <code>bn254</code> (about 100 bits: for circom,
 *     snarkjs, chains), <code>bls24-509</code> (level 192) or <code>bls48-575</code> (level 256). It must agree with
 *     <code>securityLevel</code>; may be null
 * @param domain The verifier and the purpose; bound by the proof. In <code>verify</code>: the proof must be bound to
 *     it; may be null
 * @param encoding <code>json</code> (default), the format of snarkjs, or <code>compact</code>: compressed points and
 *     numbers of a fixed width; may be null
 * @param expiresAt The end of the statement's validity: RFC 3339 with a time zone, in the future; bound by the proof.
 *     From then on <code>verify</code> returns false; may be null
 * @param nonce A nonce chosen by the verifier, base64; bound by the proof; may be null
 * @param precision The decimals of the numbers. Default: 0 for whole numbers, otherwise 2; may be null
 * @param scheme <code>Groth16</code> (default) or <code>PGHR13</code>; <code>Bulletproofs</code> for range, equality
 *     and sum without a trusted set-up; may be null
 * @param securityLevel 128 (default), 192 or 256, the level of the curve. <code>Bulletproofs</code> supports only 128;
 *     may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProofParameters(
        @JsonProperty("bindOwner") Boolean bindOwner,
        @JsonProperty("curve") String curve,
        @JsonProperty("domain") String domain,
        @JsonProperty("encoding") String encoding,
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("nonce") String nonce,
        @JsonProperty("precision") Long precision,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("securityLevel") Long securityLevel,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ProofParameters {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.bindOwner = bindOwner;
        builder.curve = curve;
        builder.domain = domain;
        builder.encoding = encoding;
        builder.expiresAt = expiresAt;
        builder.nonce = nonce;
        builder.precision = precision;
        builder.scheme = scheme;
        builder.securityLevel = securityLevel;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ProofParameters. */
    public static final class Builder {

        private Boolean bindOwner;
        private String curve;
        private String domain;
        private String encoding;
        private OffsetDateTime expiresAt;
        private String nonce;
        private Long precision;
        private String scheme;
        private Long securityLevel;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>bindOwner</code>: Whether the proof is bound to the caller's pseudonym, returned as
         * <code>owner</code> in the metadata and used in signed roots. Default: false; may be null.
         */
        public Builder bindOwner(Boolean bindOwner) {
            this.bindOwner = bindOwner;
            return this;
        }

        /**
         * Sets the field <code>curve</code>: <code>bls12-381</code> (default, about 126 bits), <code>bn254</code>
         * (about 100 bits: for circom, snarkjs, chains), <code>bls24-509</code> (level 192) or <code>bls48-575</code>
         * (level 256). It must agree with <code>securityLevel</code>; may be null.
         */
        public Builder curve(String curve) {
            this.curve = curve;
            return this;
        }

        /**
         * Sets the field <code>domain</code>: The verifier and the purpose; bound by the proof. In
         * <code>verify</code>: the proof must be bound to it; may be null.
         */
        public Builder domain(String domain) {
            this.domain = domain;
            return this;
        }

        /**
         * Sets the field <code>encoding</code>: <code>json</code> (default), the format of snarkjs, or
         * <code>compact</code>: compressed points and numbers of a fixed width; may be null.
         */
        public Builder encoding(String encoding) {
            this.encoding = encoding;
            return this;
        }

        /**
         * Sets the field <code>expiresAt</code>: The end of the statement's validity: RFC 3339 with a time zone, in
         * the future; bound by the proof. From then on <code>verify</code> returns false; may be null.
         */
        public Builder expiresAt(OffsetDateTime expiresAt) {
            this.expiresAt = expiresAt;
            return this;
        }

        /** Sets the field <code>nonce</code>: A nonce chosen by the verifier, base64; bound by the proof; may be null. */
        public Builder nonce(String nonce) {
            this.nonce = nonce;
            return this;
        }

        /**
         * Sets the field <code>precision</code>: The decimals of the numbers. Default: 0 for whole numbers, otherwise
         * 2; may be null.
         */
        public Builder precision(Long precision) {
            this.precision = precision;
            return this;
        }

        /**
         * Sets the field <code>precision</code>: The decimals of the numbers. Default: 0 for whole numbers, otherwise
         * 2; may be null.
         */
        public Builder precision(long precision) {
            this.precision = precision;
            return this;
        }

        /**
         * Sets the field <code>scheme</code>: <code>Groth16</code> (default) or <code>PGHR13</code>;
         * <code>Bulletproofs</code> for range, equality and sum without a trusted set-up; may be null.
         */
        public Builder scheme(String scheme) {
            this.scheme = scheme;
            return this;
        }

        /**
         * Sets the field <code>securityLevel</code>: 128 (default), 192 or 256, the level of the curve.
         * <code>Bulletproofs</code> supports only 128; may be null.
         */
        public Builder securityLevel(Long securityLevel) {
            this.securityLevel = securityLevel;
            return this;
        }

        /**
         * Sets the field <code>securityLevel</code>: 128 (default), 192 or 256, the level of the curve.
         * <code>Bulletproofs</code> supports only 128; may be null.
         */
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
        public ProofParameters build() {
            return new ProofParameters(
                    bindOwner,
                    curve,
                    domain,
                    encoding,
                    expiresAt,
                    nonce,
                    precision,
                    scheme,
                    securityLevel,
                    otherFields);
        }
    }
}
