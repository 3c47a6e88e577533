// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * Metadata of a proof.
 *
 * @param assurance A sentence about the trustworthiness of proofs under this key
 * @param circuit The full name of the circuit, with its size; send it to <code>verify</code>
 * @param curve The curve of the proof: <code>bls12-381</code>, <code>bn254</code>, <code>bls24-509</code> or
 *     <code>bls48-575</code>; absent for <code>Bulletproofs</code>; may be null
 * @param expiresAt The end of the statement's validity, if <code>expiresAt</code> was sent; may be null
 * @param opening The opening of the commitments. Keep it secret: it reveals the values; may be null
 * @param owner The pseudonym that the proof is bound to, if <code>bindOwner</code> was sent; may be null
 * @param scheme <code>Groth16</code>, <code>PGHR13</code> or <code>Bulletproofs</code>
 * @param setup How the key was created: <code>wellformed</code>, <code>unverified</code>, <code>local</code>,
 *     <code>derived</code> or <code>ceremony</code>, from least to most trustworthy; <code>transparent</code> for
 *     <code>Bulletproofs</code>, which has no key
 * @param timestamp The time of the proof: RFC 3339, UTC
 * @param vkDigest The SHA-256 of the verification key. Compare it with the digest of a key that you trust; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProofMetadata(
        @JsonProperty("assurance") String assurance,
        @JsonProperty("circuit") String circuit,
        @JsonProperty("curve") String curve,
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("opening") Map<String, Object> opening,
        @JsonProperty("owner") String owner,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("setup") String setup,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonProperty("vkDigest") String vkDigest,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ProofMetadata {
        opening = Values.map(opening);
        otherFields = Values.hidden(otherFields);
    }
}
