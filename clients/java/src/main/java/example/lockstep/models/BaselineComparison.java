// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The last 7 days compared with the 60 days before.
 *
 * @param baseline The mean of the 60 days before
 * @param baselineDays The number of these days that have a value
 * @param days The number of these days that have a value
 * @param mean The mean of the last 7 days
 * @param spread The standard deviation of the baseline
 * @param z (mean − baseline) / spread
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BaselineComparison(
        @JsonProperty("baseline") double baseline,
        @JsonProperty("baselineDays") long baselineDays,
        @JsonProperty("days") long days,
        @JsonProperty("mean") double mean,
        @JsonProperty("spread") double spread,
        @JsonProperty("z") double z,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public BaselineComparison {
        otherFields = Values.hidden(otherFields);
    }
}
