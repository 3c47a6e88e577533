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
 * The public half of the platform's signing key.
 *
 * @param algorithm The signature algorithm (FIPS 204, pure ML-DSA)
 * @param chain Every rotation of the key, oldest first. Each record is signed by the key before it and by the key
 *     after it, so that a verifier who trusts one of the keys can verify documents of all of them
 * @param context The context string of every signature (FIPS 204, 5.2)
 * @param fingerprint The SHA-256 of the public key, in hexadecimal: compare it over another channel
 * @param installation The id of this installation, contained in every record it signs
 * @param publicKey The public key: 1952 bytes, base64
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AttestationKey(
        @JsonProperty("algorithm") String algorithm,
        @JsonProperty("chain") List<AttestationKeyRotation> chain,
        @JsonProperty("context") String context,
        @JsonProperty("fingerprint") String fingerprint,
        @JsonProperty("installation") String installation,
        @JsonProperty("publicKey") String publicKey,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AttestationKey {
        chain = Values.listOrEmpty(chain);
        otherFields = Values.hidden(otherFields);
    }
}
