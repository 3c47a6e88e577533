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
 * The metrics of a day, week or month. Each value equals that of a request with the row's range.
 *
 * @param end The end of the row's range, inclusive, to the millisecond
 * @param metrics the field <code>metrics</code>
 * @param reasons The reason for each metric that is null, by name
 * @param start The start of the row's range, inclusive
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MetricsRow(
        @JsonProperty("end") OffsetDateTime end,
        @JsonProperty("metrics") PerformanceMetrics metrics,
        @JsonProperty("reasons") Map<String, String> reasons,
        @JsonProperty("start") OffsetDateTime start,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MetricsRow {
        reasons = Values.mapOrEmpty(reasons);
        otherFields = Values.hidden(otherFields);
    }
}
