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
 * A page of points.
 *
 * @param data The points, ordered by timestamp, type and device
 * @param hasMore Whether more points follow
 * @param nextCursor The cursor of the next page; null on the last page; may be null
 * @param skippedPoints The points left out because their key does not decrypt; may be null
 * @param total The exact number of points that match the filters
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PointPage(
        @JsonProperty("data") List<FitnessDataPoint> data,
        @JsonProperty("hasMore") boolean hasMore,
        @JsonProperty("nextCursor") String nextCursor,
        @JsonProperty("skippedPoints") List<SkippedPoints> skippedPoints,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PointPage {
        data = Values.listOrEmpty(data);
        skippedPoints = Values.list(skippedPoints);
        otherFields = Values.hidden(otherFields);
    }
}
