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
 * Metadata of an envelope.
 *
 * @param commitment For ZK: the root of the committed values, decimal; may be null
 * @param keyId The id of the key that encrypted the data. The envelope contains it
 * @param mode <code>Basic</code>, <code>FHE</code> or <code>ZK</code>
 * @param scheme The scheme of the key, such as <code>AES-256-GCM</code>, <code>BFV</code> or <code>Groth16</code>
 * @param securityLevel The security level of the key in bits: 128, 192 or 256
 * @param timestamp The time of the encryption: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EncryptionMetadata(
        @JsonProperty("commitment") String commitment,
        @JsonProperty("keyId") String keyId,
        @JsonProperty("mode") String mode,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("securityLevel") long securityLevel,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public EncryptionMetadata {
        otherFields = Values.hidden(otherFields);
    }
}
