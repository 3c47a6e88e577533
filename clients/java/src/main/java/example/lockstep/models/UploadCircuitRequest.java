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
 * A circuit to upload.
 *
 * @param ptau The powers of tau that the key was derived from, base64. Their contributions are verified; may be null
 * @param ptauHash The BLAKE2b-512 of the <code>.ptau</code> file, 128 hexadecimal digits, as published by its
 *     ceremony. The label is <code>derived</code> if it matches the uploaded <code>ptau</code>. Otherwise it is
 *     <code>unverified</code>: the creator of the powers of tau may know their toxic waste; may be null
 * @param r1cs The iden3 <code>.r1cs</code> file, base64
 * @param wasm The circom witness generator (<code>.wasm</code>, version 2), base64. With it, <code>zk/prove</code>
 *     accepts named inputs in the form of <code>input.json</code>. It runs under limits: 16 MiB of module, 128 MiB of
 *     memory, 2^33 units of fuel, 1.5 s; may be null
 * @param zkey The snarkjs <code>.zkey</code> of the circuit, base64; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UploadCircuitRequest(
        @JsonProperty("ptau") String ptau,
        @JsonProperty("ptauHash") String ptauHash,
        @JsonProperty("r1cs") String r1cs,
        @JsonProperty("wasm") String wasm,
        @JsonProperty("zkey") String zkey,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UploadCircuitRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.ptau = ptau;
        builder.ptauHash = ptauHash;
        builder.r1cs = r1cs;
        builder.wasm = wasm;
        builder.zkey = zkey;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a UploadCircuitRequest. */
    public static final class Builder {

        private String ptau;
        private String ptauHash;
        private String r1cs;
        private String wasm;
        private String zkey;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>ptau</code>: The powers of tau that the key was derived from, base64. Their
         * contributions are verified; may be null.
         */
        public Builder ptau(String ptau) {
            this.ptau = ptau;
            return this;
        }

        /**
         * Sets the field <code>ptauHash</code>: The BLAKE2b-512 of the <code>.ptau</code> file, 128 hexadecimal
         * digits, as published by its ceremony. The label is <code>derived</code> if it matches the uploaded
         * <code>ptau</code>. Otherwise it is <code>unverified</code>: the creator of the powers of tau may know their
         * toxic waste; may be null.
         */
        public Builder ptauHash(String ptauHash) {
            this.ptauHash = ptauHash;
            return this;
        }

        /** Sets the field <code>r1cs</code>: The iden3 <code>.r1cs</code> file, base64. */
        public Builder r1cs(String r1cs) {
            this.r1cs = r1cs;
            return this;
        }

        /**
         * Sets the field <code>wasm</code>: The circom witness generator (<code>.wasm</code>, version 2), base64. With
         * it, <code>zk/prove</code> accepts named inputs in the form of <code>input.json</code>. It runs under limits:
         * 16 MiB of module, 128 MiB of memory, 2^33 units of fuel, 1.5 s; may be null.
         */
        public Builder wasm(String wasm) {
            this.wasm = wasm;
            return this;
        }

        /** Sets the field <code>zkey</code>: The snarkjs <code>.zkey</code> of the circuit, base64; may be null. */
        public Builder zkey(String zkey) {
            this.zkey = zkey;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public UploadCircuitRequest build() {
            return new UploadCircuitRequest(
                    ptau,
                    ptauHash,
                    Values.required(r1cs, "UploadCircuitRequest", "r1cs"),
                    wasm,
                    zkey,
                    otherFields);
        }
    }
}
