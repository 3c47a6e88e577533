// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * A claim with everything needed to verify it, without an account or a network.
 *
 * @param assurance A sentence about the trustworthiness of such proofs
 * @param attestedRoot The signed root that the claim is about
 * @param circuit <code>between:N:0</code>, where N is the depth of the series' tree; may be null
 * @param curve <code>bls12-381</code> or <code>bn254</code>; may be null
 * @param format The format of the document
 * @param id The id of the claim, derived from its statement. The proof does not identify a claim, because proofs can
 *     be re-randomised; may be null
 * @param keyAttestation The platform's attestation that it created this key for this circuit. The party that creates a
 *     key can prove false statements under it; may be null
 * @param proof The proof: of Bulletproofs an object with <code>protocol</code>, <code>bits</code> and
 *     <code>proof</code> in hexadecimal, of the other schemes snarkjs JSON
 * @param publicInputs The public inputs as snarkjs JSON: decimal strings; may be null
 * @param scheme <code>Bulletproofs</code>, <code>Groth16</code> or <code>PGHR13</code>. Only the last two have the
 *     members <code>circuit</code>, <code>curve</code>, <code>publicInputs</code>, <code>verificationKey</code>,
 *     <code>vkDigest</code> and <code>keyAttestation</code>
 * @param setup How the key was created; <code>transparent</code> for Bulletproofs, which have no key
 * @param statement The readable statement; the proof binds every field of it
 * @param verificationKey As snarkjs JSON; may be null
 * @param vkDigest The SHA-256 of the verification key in hexadecimal: pin it; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClaimProof(
        @JsonProperty("assurance") String assurance,
        @JsonProperty("attestedRoot") Map<String, Object> attestedRoot,
        @JsonProperty("circuit") String circuit,
        @JsonProperty("curve") String curve,
        @JsonProperty("format") String format,
        @JsonProperty("id") String id,
        @JsonProperty("keyAttestation") Map<String, Object> keyAttestation,
        @JsonProperty("proof") Map<String, Object> proof,
        @JsonProperty("publicInputs") List<String> publicInputs,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("setup") String setup,
        @JsonProperty("statement") ClaimStatement statement,
        @JsonProperty("verificationKey") Map<String, Object> verificationKey,
        @JsonProperty("vkDigest") String vkDigest,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ClaimProof {
        attestedRoot = Values.mapOrEmpty(attestedRoot);
        keyAttestation = Values.map(keyAttestation);
        proof = Values.mapOrEmpty(proof);
        publicInputs = Values.list(publicInputs);
        verificationKey = Values.map(verificationKey);
        otherFields = Values.hidden(otherFields);
    }
}
