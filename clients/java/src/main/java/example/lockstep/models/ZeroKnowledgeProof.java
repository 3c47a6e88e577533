// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A zero-knowledge proof.
 *
 * @param metadata the field <code>metadata</code>
 * @param proof A proof: base64 of snarkjs JSON or of the compact encoding
 * @param publicInputs The public inputs, in the same encoding as the proof
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ZeroKnowledgeProof(
        @JsonProperty("metadata") ProofMetadata metadata,
        @JsonProperty("proof") String proof,
        @JsonProperty("publicInputs") String publicInputs,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ZeroKnowledgeProof {
        otherFields = Values.hidden(otherFields);
    }
}
