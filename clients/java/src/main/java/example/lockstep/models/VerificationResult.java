// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The result of a verification.
 *
 * @param assurance A sentence about the trustworthiness of proofs under this key
 * @param metadata the field <code>metadata</code>
 * @param setup How the key was created; null if unknown to this platform; may be null
 * @param verified Whether the proof is valid and has the requested binding. A proof that cannot be parsed is refused
 *     with 400 instead
 * @param vkDigest The SHA-256 of the verification key; null for schemes without a verification key; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VerificationResult(
        @JsonProperty("assurance") String assurance,
        @JsonProperty("metadata") VerificationMetadata metadata,
        @JsonProperty("setup") String setup,
        @JsonProperty("verified") boolean verified,
        @JsonProperty("vkDigest") String vkDigest,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public VerificationResult {
        otherFields = Values.hidden(otherFields);
    }
}
