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
 * The proof to verify.
 *
 * @param circuit The circuit that the proof must belong to
 * @param parameters the field <code>parameters</code>; may be null
 * @param proof A proof: base64 of snarkjs JSON or of the compact encoding
 * @param publicInputs The public inputs, in the same encoding as the proof
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VerifyRequest(
        @JsonProperty("circuit") String circuit,
        @JsonProperty("parameters") VerifyParameters parameters,
        @JsonProperty("proof") String proof,
        @JsonProperty("publicInputs") String publicInputs,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public VerifyRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.circuit = circuit;
        builder.parameters = parameters;
        builder.proof = proof;
        builder.publicInputs = publicInputs;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a VerifyRequest. */
    public static final class Builder {

        private String circuit;
        private VerifyParameters parameters;
        private String proof;
        private String publicInputs;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>circuit</code>: The circuit that the proof must belong to. */
        public Builder circuit(String circuit) {
            this.circuit = circuit;
            return this;
        }

        /** Sets the field <code>parameters</code>. */
        public Builder parameters(VerifyParameters parameters) {
            this.parameters = parameters;
            return this;
        }

        /** Sets the field <code>proof</code>: A proof: base64 of snarkjs JSON or of the compact encoding. */
        public Builder proof(String proof) {
            this.proof = proof;
            return this;
        }

        /** Sets the field <code>publicInputs</code>: The public inputs, in the same encoding as the proof. */
        public Builder publicInputs(String publicInputs) {
            this.publicInputs = publicInputs;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public VerifyRequest build() {
            return new VerifyRequest(
                    Values.required(circuit, "VerifyRequest", "circuit"),
                    parameters,
                    Values.required(proof, "VerifyRequest", "proof"),
                    Values.required(publicInputs, "VerifyRequest", "publicInputs"),
                    otherFields);
        }
    }
}
