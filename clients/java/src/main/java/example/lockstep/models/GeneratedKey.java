// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A new key. Its private half is returned once, in this response.
 *
 * @param metadata the field <code>metadata</code>
 * @param privateKey The private key, or the symmetric key itself, base64. No other response returns it
 * @param publicKey The public key, base64. For a symmetric key: a 16-byte check value
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GeneratedKey(
        @JsonProperty("metadata") GeneratedKeyMetadata metadata,
        @JsonProperty("privateKey") String privateKey,
        @JsonProperty("publicKey") String publicKey,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public GeneratedKey {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "GeneratedKey["
                + "metadata=" + metadata
                + ", privateKey=" + Values.secret(privateKey)
                + ", publicKey=" + publicKey
                + "]";
    }
}
