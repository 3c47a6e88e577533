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
 * Metadata of a computation.
 *
 * @param keyId The id of the key of the operands, which also decrypts the result
 * @param operation The computed operation, as in the request
 * @param timestamp The time of the computation: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ComputationMetadata(
        @JsonProperty("keyId") String keyId,
        @JsonProperty("operation") String operation,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ComputationMetadata {
        otherFields = Values.hidden(otherFields);
    }
}
