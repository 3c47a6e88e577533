// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The encrypted result of a computation.
 *
 * @param metadata the field <code>metadata</code>
 * @param result The envelope of the result, base64; <code>decrypt</code> returns its numbers
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ComputationResult(
        @JsonProperty("metadata") ComputationMetadata metadata,
        @JsonProperty("result") String result,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ComputationResult {
        otherFields = Values.hidden(otherFields);
    }
}
