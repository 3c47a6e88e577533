// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * Encrypted data and the key that encrypted it.
 *
 * @param encryptedData An envelope, base64
 * @param metadata the field <code>metadata</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EncryptionResult(
        @JsonProperty("encryptedData") String encryptedData,
        @JsonProperty("metadata") EncryptionMetadata metadata,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public EncryptionResult {
        otherFields = Values.hidden(otherFields);
    }
}
