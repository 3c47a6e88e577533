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
 * The inputs of the metrics and their sources; unused inputs are absent.
 *
 * @param coverage the field <code>coverage</code>
 * @param efficiency the field <code>efficiency</code>; may be null
 * @param maximumHeartRate the field <code>maximumHeartRate</code>; may be null
 * @param notes The assumptions made, and how days with several devices were counted
 * @param range the field <code>range</code>
 * @param reasons The reason for each metric that is null, by name
 * @param recovery the field <code>recovery</code>; may be null
 * @param restingHeartRate the field <code>restingHeartRate</code>; may be null
 * @param sex the field <code>sex</code>; may be null
 * @param skippedPoints Points of the range not used because their key does not decrypt. Blocks up to 50 hours away
 *     count too: their points may state a local date of the range; may be null
 * @param timeZone The time zone of the days
 * @param training the field <code>training</code>; may be null
 * @param version The version of the metric definitions
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MetricsBasis(
        @JsonProperty("coverage") MetricsCoverage coverage,
        @JsonProperty("efficiency") EfficiencyInputs efficiency,
        @JsonProperty("maximumHeartRate") SourcedMaximumHeartRate maximumHeartRate,
        @JsonProperty("notes") List<String> notes,
        @JsonProperty("range") MetricsRange range,
        @JsonProperty("reasons") Map<String, String> reasons,
        @JsonProperty("recovery") RecoveryComponents recovery,
        @JsonProperty("restingHeartRate") SourcedHeartRate restingHeartRate,
        @JsonProperty("sex") SourcedSex sex,
        @JsonProperty("skippedPoints") List<SkippedPoints> skippedPoints,
        @JsonProperty("timeZone") String timeZone,
        @JsonProperty("training") TrainingActivities training,
        @JsonProperty("version") String version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MetricsBasis {
        notes = Values.listOrEmpty(notes);
        reasons = Values.mapOrEmpty(reasons);
        skippedPoints = Values.list(skippedPoints);
        otherFields = Values.hidden(otherFields);
    }
}
