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
 * The series of a chart. All series share the buckets: entry n of each array belongs to <code>bucketStarts[n]</code>.
 *
 * @param bucketSeconds The width of a bucket in seconds: the smallest of 1, 2, 5, 10, 15, 20, 30 seconds, 1, 2, 5, 10,
 *     15, 30 minutes, 1, 2, 3, 4, 6, 8, 12 hours, 1 day, and 1, 2, 4, 8 … weeks that needs no more buckets than
 *     requested. Where clocks change, a bucket can be an hour shorter or longer
 * @param bucketStarts The start of each bucket
 * @param endDate The end of the range, inclusive
 * @param series One series for each type, in the order of the request
 * @param skippedPoints The points left out because their key does not decrypt, only the client holds their key, or
 *     their stored bytes are damaged; may be null
 * @param startDate The start of the range, inclusive
 * @param timeZone The IANA name of the profile's time zone: buckets are aligned to its days, and buckets of weeks to
 *     Mondays
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SeriesResult(
        @JsonProperty("bucketSeconds") long bucketSeconds,
        @JsonProperty("bucketStarts") List<String> bucketStarts,
        @JsonProperty("endDate") OffsetDateTime endDate,
        @JsonProperty("series") List<TypeSeries> series,
        @JsonProperty("skippedPoints") List<SkippedPoints> skippedPoints,
        @JsonProperty("startDate") OffsetDateTime startDate,
        @JsonProperty("timeZone") String timeZone,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SeriesResult {
        bucketStarts = Values.listOrEmpty(bucketStarts);
        series = Values.listOrEmpty(series);
        skippedPoints = Values.list(skippedPoints);
        otherFields = Values.hidden(otherFields);
    }
}
