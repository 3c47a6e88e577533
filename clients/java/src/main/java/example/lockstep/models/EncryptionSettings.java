// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The settings of account keys.
 *
 * @param autoRotateKeys Whether a key whose period has ended is rotated automatically
 * @param defaultType The mode of an upload that names <code>chunkSize</code> and no mode. <code>AES</code> is the mode
 *     <code>Basic</code>
 * @param minKeyLength The smallest allowed <code>securityLevel</code>, in bits
 * @param rotationPeriod The days until a key is due for rotation
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EncryptionSettings(
        @JsonProperty("autoRotateKeys") boolean autoRotateKeys,
        @JsonProperty("defaultType") DefaultEncryptionType defaultType,
        @JsonProperty("minKeyLength") long minKeyLength,
        @JsonProperty("rotationPeriod") long rotationPeriod,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public EncryptionSettings {
        otherFields = Values.hidden(otherFields);
    }
}
