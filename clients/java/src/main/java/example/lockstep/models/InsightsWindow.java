// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.LocalDate;
import java.util.Map;

/**
 * The days examined.
 *
 * @param end The last day: the day of the latest point
 * @param start The first day
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record InsightsWindow(
        @JsonProperty("end") LocalDate end,
        @JsonProperty("start") LocalDate start,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public InsightsWindow {
        otherFields = Values.hidden(otherFields);
    }
}
