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
 * Metadata of a decryption.
 *
 * @param keyId The id of the key that decrypted the envelope
 * @param mode <code>Basic</code>, <code>FHE</code> or <code>ZK</code>
 * @param scheme The scheme of the key, such as <code>AES-256-GCM</code>, <code>BFV</code> or <code>Groth16</code>
 * @param timestamp The time of the decryption: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecryptionMetadata(
        @JsonProperty("keyId") String keyId,
        @JsonProperty("mode") String mode,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DecryptionMetadata {
        otherFields = Values.hidden(otherFields);
    }
}
