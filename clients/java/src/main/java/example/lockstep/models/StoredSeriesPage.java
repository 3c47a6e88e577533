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
 * A page of stored series, by type and device.
 *
 * @param limit The maximum number of series per page, as requested or by default
 * @param page The number of this page, from 1
 * @param series The series of the page, ordered by type and device
 * @param total The number of all series of the account
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StoredSeriesPage(
        @JsonProperty("limit") long limit,
        @JsonProperty("page") long page,
        @JsonProperty("series") List<StoredSeries> series,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public StoredSeriesPage {
        series = Values.listOrEmpty(series);
        otherFields = Values.hidden(otherFields);
    }
}
