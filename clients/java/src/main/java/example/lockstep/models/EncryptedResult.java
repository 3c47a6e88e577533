// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A number that only the client can decrypt.
 *
 * @param count The number of points that contributed
 * @param keyId The key that decrypts the result
 * @param result The envelope, base64; a reduction of lockstep-fhe follows its sealed part
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EncryptedResult(
        @JsonProperty("count") long count,
        @JsonProperty("keyId") String keyId,
        @JsonProperty("result") String result,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public EncryptedResult {
        otherFields = Values.hidden(otherFields);
    }
}
