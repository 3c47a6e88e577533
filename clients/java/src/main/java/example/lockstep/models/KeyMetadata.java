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
 * Metadata of a key.
 *
 * @param createdAt The time of the creation: RFC 3339, UTC
 * @param current Whether the key is the current key for its mode, scheme and security level
 * @param custody <code>server</code>: the server keeps the secret. <code>client</code>: only the client has it
 * @param destroyAt The time of its destruction, if scheduled; may be null
 * @param expiresAt The time from which the key encrypts no new data; it still decrypts. RFC 3339, UTC
 * @param exported Whether the secret of the key was ever returned
 * @param mode <code>Basic</code>, <code>FHE</code> or <code>ZK</code>
 * @param progress The progress of key generation, 0 to 1. A <code>pending</code> key encrypts and decrypts, but cannot
 *     be computed with yet
 * @param scheme The scheme of the key, such as <code>AES-256-GCM</code>, <code>BFV</code> or <code>Groth16</code>
 * @param securityLevel The security level of the key in bits: 128, 192 or 256
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record KeyMetadata(
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("current") boolean current,
        @JsonProperty("custody") String custody,
        @JsonProperty("destroyAt") OffsetDateTime destroyAt,
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("exported") boolean exported,
        @JsonProperty("mode") String mode,
        @JsonProperty("progress") double progress,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("securityLevel") long securityLevel,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public KeyMetadata {
        otherFields = Values.hidden(otherFields);
    }
}
