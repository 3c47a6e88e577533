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
 * The range; both ends are inclusive.
 *
 * @param end The end of the range, to the millisecond: RFC 3339, UTC
 * @param start The start of the range, to the millisecond: RFC 3339, UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MetricsRange(
        @JsonProperty("end") OffsetDateTime end,
        @JsonProperty("start") OffsetDateTime start,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MetricsRange {
        otherFields = Values.hidden(otherFields);
    }
}
