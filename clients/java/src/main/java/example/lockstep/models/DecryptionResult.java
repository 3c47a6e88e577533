// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The plaintext of an envelope.
 *
 * @param data The plaintext, base64
 * @param metadata the field <code>metadata</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DecryptionResult(
        @JsonProperty("data") String data,
        @JsonProperty("metadata") DecryptionMetadata metadata,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DecryptionResult {
        otherFields = Values.hidden(otherFields);
    }
}
