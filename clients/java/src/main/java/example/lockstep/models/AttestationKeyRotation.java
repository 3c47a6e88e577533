// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A rotation of the attestation key: one record, signed by both keys.
 *
 * @param byNew The record, signed by the new key
 * @param byOld The record, signed by the old key
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AttestationKeyRotation(
        @JsonProperty("byNew") SignedDocument byNew,
        @JsonProperty("byOld") SignedDocument byOld,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AttestationKeyRotation {
        otherFields = Values.hidden(otherFields);
    }
}
