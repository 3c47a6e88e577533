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
 * Metadata of a verification.
 *
 * @param scheme The scheme of the proof: <code>Groth16</code>, <code>PGHR13</code> or <code>Bulletproofs</code>
 * @param timestamp The time of the verification: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VerificationMetadata(
        @JsonProperty("scheme") String scheme,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public VerificationMetadata {
        otherFields = Values.hidden(otherFields);
    }
}
