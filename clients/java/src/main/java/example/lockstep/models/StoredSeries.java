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
 * A stored series: the points of one type, device and encryption mode.
 *
 * @param count The number of points
 * @param device The id or name of the device
 * @param encryptionMode <code>FHE</code>, <code>ZK</code> or <code>Basic</code>; null for points sealed under the
 *     account's own key only; may be null
 * @param end The time of the last point
 * @param keyId The key of the mode that seals the newest points; null for the account's own key; may be null
 * @param start The time of the first point
 * @param type The type of all points of the series
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StoredSeries(
        @JsonProperty("count") long count,
        @JsonProperty("device") String device,
        @JsonProperty("encryptionMode") String encryptionMode,
        @JsonProperty("end") OffsetDateTime end,
        @JsonProperty("keyId") String keyId,
        @JsonProperty("start") OffsetDateTime start,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public StoredSeries {
        otherFields = Values.hidden(otherFields);
    }
}
