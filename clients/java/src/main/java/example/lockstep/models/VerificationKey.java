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
 * @param assurance the field <code>assurance</code>
 * @param circuit the field <code>circuit</code>
 * @param curve the field <code>curve</code>
 * @param ptauHash The BLAKE2b-512 of the powers of tau that the key was verified with; may be null
 * @param scheme the field <code>scheme</code>
 * @param setup the field <code>setup</code>
 * @param verificationKey The key as JSON, in the form of snarkjs. A verifier pins its digest instead of obtaining it
 *     from the prover
 * @param vkDigest the field <code>vkDigest</code>
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
