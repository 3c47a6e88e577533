// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.Update;
import example.lockstep.internal.Values;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A goal of the profile.
 *
 * @param by The date of the goal, <code>YYYY-MM-DD</code>; null if the change does not name it
 * @param metric A point type of the catalogue or the name of a metric
 * @param target The target, in the canonical unit of the metric: of sleep and exercise in seconds
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Goal(
        @JsonProperty("by") Update<LocalDate> by,
        @JsonProperty("metric") String metric,
        @JsonProperty("target") double target,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Goal {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.by = by;
        builder.metric = metric;
        builder.target = target;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a Goal. */
    public static final class Builder {

        private Update<LocalDate> by;
        private String metric;
        private Double target;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>by</code>: The date of the goal, <code>YYYY-MM-DD</code>; null removes it. */
        public Builder by(LocalDate by) {
            this.by = Update.of(by);
            return this;
        }

        /** Sets the field <code>metric</code>: A point type of the catalogue or the name of a metric. */
        public Builder metric(String metric) {
            this.metric = metric;
            return this;
        }

        /**
         * Sets the field <code>target</code>: The target, in the canonical unit of the metric: of sleep and exercise
         * in seconds.
         */
        public Builder target(double target) {
            this.target = target;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public Goal build() {
            return new Goal(
                    by,
                    Values.required(metric, "Goal", "metric"),
                    Values.required(target, "Goal", "target"),
                    otherFields);
        }
    }
}
