// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The claim about each day. Without bounds it claims that a value exists.
 *
 * @param max The maximum of each daily value; may be null
 * @param metric <code>restingHeartRate</code>, <code>hrvRmssd</code>, <code>sleepDuration</code> or <code>steps</code>
 * @param min The minimum, in the unit of the metric's point type; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DailyBounds(
        @JsonProperty("max") Double max,
        @JsonProperty("metric") String metric,
        @JsonProperty("min") Double min,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DailyBounds {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.max = max;
        builder.metric = metric;
        builder.min = min;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a DailyBounds. */
    public static final class Builder {

        private Double max;
        private String metric;
        private Double min;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>max</code>: The maximum of each daily value; may be null. */
        public Builder max(Double max) {
            this.max = max;
            return this;
        }

        /** Sets the field <code>max</code>: The maximum of each daily value; may be null. */
        public Builder max(double max) {
            this.max = max;
            return this;
        }

        /**
         * Sets the field <code>metric</code>: <code>restingHeartRate</code>, <code>hrvRmssd</code>,
         * <code>sleepDuration</code> or <code>steps</code>.
         */
        public Builder metric(String metric) {
            this.metric = metric;
            return this;
        }

        /** Sets the field <code>min</code>: The minimum, in the unit of the metric's point type; may be null. */
        public Builder min(Double min) {
            this.min = min;
            return this;
        }

        /** Sets the field <code>min</code>: The minimum, in the unit of the metric's point type; may be null. */
        public Builder min(double min) {
            this.min = min;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public DailyBounds build() {
            return new DailyBounds(
                    max,
                    Values.required(metric, "DailyBounds", "metric"),
                    min,
                    otherFields);
        }
    }
}
