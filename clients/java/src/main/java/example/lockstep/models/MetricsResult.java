// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * The requested metrics and their basis.
 *
 * @param basis the field <code>basis</code>
 * @param intervals One row for each interval, oldest first; absent without the parameter <code>interval</code>; may be
 *     null
 * @param metrics the field <code>metrics</code>
 * @param timestamp The time of the computation
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MetricsResult(
        @JsonProperty("basis") MetricsBasis basis,
        @JsonProperty("intervals") List<MetricsRow> intervals,
        @JsonProperty("metrics") PerformanceMetrics metrics,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MetricsResult {
        intervals = Values.list(intervals);
        otherFields = Values.hidden(otherFields);
    }
}
