// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A stored circuit.
 *
 * @param assurance A sentence about how far a verifier can trust proofs under the key; null without a key; may be null
 * @param constraints The number of R1CS constraints
 * @param curve The curve over whose scalar field the circuit is written: <code>bls12-381</code>, <code>bn254</code>,
 *     <code>bls24-509</code> or <code>bls48-575</code>
 * @param id <code>circuit:</code> followed by the SHA-256 of the <code>.r1cs</code> file
 * @param namedInputs Whether <code>zk/prove</code> accepts named inputs for this circuit; a <code>.wtns</code> is
 *     always accepted
 * @param ptauHash The BLAKE2b-512 of the powers of tau that the key was verified with: compare it with the published
 *     hash; may be null
 * @param publicInputs The number of values that a verifier sees: outputs and public inputs
 * @param setup How the uploaded key was created; null if a <code>local</code> key will be created with the first
 *     proof; may be null
 * @param vkDigest The SHA-256 of the verification key: 64 lower-case hexadecimal digits; null without a key; may be
 *     null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StoredCircuit(
        @JsonProperty("assurance") String assurance,
        @JsonProperty("constraints") long constraints,
        @JsonProperty("curve") String curve,
        @JsonProperty("id") String id,
        @JsonProperty("namedInputs") boolean namedInputs,
        @JsonProperty("ptauHash") String ptauHash,
        @JsonProperty("publicInputs") long publicInputs,
        @JsonProperty("setup") String setup,
        @JsonProperty("vkDigest") String vkDigest,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public StoredCircuit {
        otherFields = Values.hidden(otherFields);
    }
}
