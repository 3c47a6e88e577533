// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * A block as the client sealed it.
 *
 * @param block The envelope, base64
 * @param blockId The id of the block, as its upload returned it
 * @param device The device of all values, as uploaded
 * @param keyId The id of the FHE key that sealed the block. Only the client has its secret
 * @param timestamps The time of each value
 * @param type The type of all values in the block
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClientBlock(
        @JsonProperty("block") String block,
        @JsonProperty("blockId") String blockId,
        @JsonProperty("device") String device,
        @JsonProperty("keyId") String keyId,
        @JsonProperty("timestamps") List<String> timestamps,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ClientBlock {
        timestamps = Values.listOrEmpty(timestamps);
        otherFields = Values.hidden(otherFields);
    }
}
