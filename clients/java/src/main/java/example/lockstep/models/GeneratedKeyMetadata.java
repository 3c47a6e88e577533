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
 * @param createdAt the field <code>createdAt</code>
 * @param custody the field <code>custody</code>
 * @param expiresAt the field <code>expiresAt</code>
 * @param keyId the field <code>keyId</code>
 * @param mode the field <code>mode</code>
 * @param scheme the field <code>scheme</code>
 * @param securityLevel the field <code>securityLevel</code>
 * @param status the field <code>status</code>
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
