// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * Points of the range that cannot be decrypted.
 *
 * @param keyId The key of the points; null for damaged bytes; may be null
 * @param points The number of points, in all blocks that overlap the range
 * @param status The status of the key, in which it does not decrypt; <code>client</code> if only the client holds it;
 *     <code>damaged</code> if the stored bytes do not open and only a backup has the points. With a
 *     <code>keyId</code>, <code>damaged</code> means that the row or the secret of the key is damaged
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SkippedPoints(
        @JsonProperty("keyId") String keyId,
        @JsonProperty("points") long points,
        @JsonProperty("status") String status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SkippedPoints {
        otherFields = Values.hidden(otherFields);
    }
}
