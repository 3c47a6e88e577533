// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A signed document. Its JSON has these fields and no others.
 *
 * @param format The format of the record
 * @param key The fingerprint of the signing key: SHA-256, in hexadecimal
 * @param publicKey The public key, base64. It proves nothing by itself, because anyone can create a key: compare its
 *     fingerprint
 * @param record The signed text, byte for byte: a JSON object that begins with its <code>format</code>
 * @param signature The signature, base64: ML-DSA-65 with the context <code>lockstep attestation v1</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SignedDocument(
        @JsonProperty("format") String format,
        @JsonProperty("key") String key,
        @JsonProperty("publicKey") String publicKey,
        @JsonProperty("record") String record,
        @JsonProperty("signature") String signature,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SignedDocument {
        otherFields = Values.hidden(otherFields);
    }
}
