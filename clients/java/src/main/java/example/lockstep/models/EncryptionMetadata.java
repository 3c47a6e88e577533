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
 * @param keyId the field <code>keyId</code>
 * @param mode the field <code>mode</code>
 * @param scheme the field <code>scheme</code>
 * @param securityLevel the field <code>securityLevel</code>
 * @param timestamp the field <code>timestamp</code>
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
