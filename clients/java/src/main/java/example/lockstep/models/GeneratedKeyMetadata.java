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
 * Metadata of a new key.
 *
 * @param createdAt The time of the creation: RFC 3339, UTC
 * @param custody <code>server</code>: the server keeps the secret. <code>client</code>: only the client has it
 * @param expiresAt The time from which the key encrypts no new data; it still decrypts. RFC 3339, UTC
 * @param keyId The id of the key: <code>key_</code> and 26 characters. Other routes take it
 * @param mode <code>Basic</code>, <code>FHE</code> or <code>ZK</code>
 * @param scheme The scheme of the key, such as <code>AES-256-GCM</code>, <code>BFV</code> or <code>Groth16</code>
 * @param securityLevel The security level of the key in bits: 128, 192 or 256
 * @param status <code>active</code>, or <code>pending</code> while the evaluation keys of an FHE key are missing
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GeneratedKeyMetadata(
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("custody") String custody,
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("keyId") String keyId,
        @JsonProperty("mode") String mode,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("securityLevel") long securityLevel,
        @JsonProperty("status") String status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public GeneratedKeyMetadata {
        otherFields = Values.hidden(otherFields);
    }
}
