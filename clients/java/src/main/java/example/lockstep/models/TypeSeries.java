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
 * The summaries of one type. A value is null if the bucket has no point. Values outside the type's plausible range are
 * left out.
 *
 * @param count The number of points in each bucket
 * @param max The largest value in each bucket
 * @param mean The arithmetic mean of the points in each bucket
 * @param min The smallest value in each bucket
 * @param type The point type, as requested
 * @param unit The canonical unit of the type. For a type outside the catalogue, the unit of the points; null if they
 *     have different units. Null without points; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TypeSeries(
        @JsonProperty("count") List<Long> count,
        @JsonProperty("max") List<Double> max,
        @JsonProperty("mean") List<Double> mean,
        @JsonProperty("min") List<Double> min,
        @JsonProperty("type") String type,
        @JsonProperty("unit") String unit,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TypeSeries {
        count = Values.listOrEmpty(count);
        max = Values.listOrEmpty(max);
        mean = Values.listOrEmpty(mean);
        min = Values.listOrEmpty(min);
        otherFields = Values.hidden(otherFields);
    }
}
