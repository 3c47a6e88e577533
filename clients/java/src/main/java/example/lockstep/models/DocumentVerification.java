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
 * The result of the verification of a document.
 *
 * @param attester The fingerprint of the signing key; null if the document is not valid; may be null
 * @param format The format of the document; null if the document is not valid; may be null
 * @param id The identifier of the document; null if the document is not valid; may be null
 * @param reason The reason why the document is not valid; null if it is valid; may be null
 * @param says The verified content; null if the document is not valid; may be null
 * @param signedAt The time of the signature; null if the document is not valid; may be null
 * @param verified Whether the signatures, and the proof of a claim, are valid, and the signer is the expected one
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DocumentVerification(
        @JsonProperty("attester") String attester,
        @JsonProperty("format") String format,
        @JsonProperty("id") String id,
        @JsonProperty("reason") String reason,
        @JsonProperty("says") Map<String, Object> says,
        @JsonProperty("signedAt") OffsetDateTime signedAt,
        @JsonProperty("verified") boolean verified,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DocumentVerification {
        says = Values.map(says);
        otherFields = Values.hidden(otherFields);
    }
}
