// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The points of one encryption mode.
 *
 * @param bytes The bytes of their chunks on disk; null with more than 50 000 chunks; may be null
 * @param encryptionMode <code>FHE</code>, <code>ZK</code> or <code>Basic</code>; null for points sealed under the
 *     account's own key only; may be null
 * @param points The number of points
 * @param series The number of series
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EncryptionModeUsage(
        @JsonProperty("bytes") Long bytes,
        @JsonProperty("encryptionMode") String encryptionMode,
        @JsonProperty("points") long points,
        @JsonProperty("series") long series,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public EncryptionModeUsage {
        otherFields = Values.hidden(otherFields);
    }
}
