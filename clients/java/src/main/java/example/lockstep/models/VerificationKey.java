// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A verification key of a circuit.
 *
 * @param assurance A sentence about how far a verifier can trust proofs under the key
 * @param circuit The id of the circuit: <code>circuit:</code> and a SHA-256, or the name of a built-in circuit
 * @param curve The curve of the key: <code>bls12-381</code>, <code>bn254</code>, <code>bls24-509</code> or
 *     <code>bls48-575</code>
 * @param ptauHash The BLAKE2b-512 of the powers of tau that the key was verified with; may be null
 * @param scheme <code>Groth16</code> or <code>PGHR13</code>
 * @param setup How the key was created, from least to most trustworthy: <code>wellformed</code>,
 *     <code>unverified</code>, <code>local</code>, <code>derived</code> or <code>ceremony</code>.
 *     <code>assurance</code> explains it
 * @param verificationKey The key as JSON, in the form of snarkjs. A verifier pins its digest instead of obtaining it
 *     from the prover
 * @param vkDigest The SHA-256 of the verification key: 64 lower-case hexadecimal digits
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VerificationKey(
        @JsonProperty("assurance") String assurance,
        @JsonProperty("circuit") String circuit,
        @JsonProperty("curve") String curve,
        @JsonProperty("ptauHash") String ptauHash,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("setup") String setup,
        @JsonProperty("verificationKey") Map<String, Object> verificationKey,
        @JsonProperty("vkDigest") String vkDigest,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public VerificationKey {
        verificationKey = Values.mapOrEmpty(verificationKey);
        otherFields = Values.hidden(otherFields);
    }
}
