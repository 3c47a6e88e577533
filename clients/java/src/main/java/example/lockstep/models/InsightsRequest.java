// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The insights to generate and their data.
 *
 * @param dataPoints Points to use instead of the stored ones; they are not stored. Absent or empty: the stored points.
 *     At most 100 000; one invalid point refuses the request; may be null
 * @param language The language of the sentences: descriptions, recommendations and reasons. Names and evidence are the
 *     same in every language. Default: <code>en</code>; may be null
 * @param timeframe Days, weeks, months or years up to the latest point, at most two years: <code>P30D</code> or
 *     <code>30d</code>; may be null
 * @param types Default: all seven types; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record InsightsRequest(
        @JsonProperty("dataPoints") List<FitnessDataPoint> dataPoints,
        @JsonProperty("language") InsightLanguage language,
        @JsonProperty("timeframe") String timeframe,
        @JsonProperty("types") List<InsightType> types,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public InsightsRequest {
        dataPoints = Values.list(dataPoints);
        types = Values.list(types);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.dataPoints = dataPoints;
        builder.language = language;
        builder.timeframe = timeframe;
        builder.types = types;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a InsightsRequest. */
    public static final class Builder {

        private List<FitnessDataPoint> dataPoints;
        private InsightLanguage language;
        private String timeframe;
        private List<InsightType> types;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>dataPoints</code>: Points to use instead of the stored ones; they are not stored.
         * Absent or empty: the stored points. At most 100 000; one invalid point refuses the request; may be null.
         */
        public Builder dataPoints(List<FitnessDataPoint> dataPoints) {
            this.dataPoints = dataPoints;
            return this;
        }

        /**
         * Sets the field <code>language</code>: The language of the sentences: descriptions, recommendations and
         * reasons. Names and evidence are the same in every language. Default: <code>en</code>; may be null.
         */
        public Builder language(InsightLanguage language) {
            this.language = language;
            return this;
        }

        /**
         * Sets the field <code>timeframe</code>: Days, weeks, months or years up to the latest point, at most two
         * years: <code>P30D</code> or <code>30d</code>; may be null.
         */
        public Builder timeframe(String timeframe) {
            this.timeframe = timeframe;
            return this;
        }

        /** Sets the field <code>types</code>: Default: all seven types; may be null. */
        public Builder types(List<InsightType> types) {
            this.types = types;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public InsightsRequest build() {
            return new InsightsRequest(
                    dataPoints,
                    language,
                    timeframe,
                    types,
                    otherFields);
        }
    }
}
