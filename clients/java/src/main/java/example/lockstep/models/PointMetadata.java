// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Additional information about a measurement: at most 16 keys of at most 64 characters, each with a string of at most
 * 2000 characters, a number, a boolean or null; at most 32 KiB of JSON.
 *
 * @param activity The activity during the measurement, in words; at most 2000 characters; may be null
 * @param duration A finite number in a unit of the client's choice; metrics do not use it; may be null
 * @param intensity The intensity in words; at most 2000 characters; may be null
 * @param localDate The calendar day that the value belongs to, regardless of the profile's time zone: the date of
 *     <code>timestamp</code> in UTC, the day before or the day after. Daily metrics use it. A device's points with a
 *     local date stand for the day: its other points of that type and day are not added; may be null
 * @param notes Free text; returned with the point; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PointMetadata(
        @JsonProperty("activity") String activity,
        @JsonProperty("duration") Double duration,
        @JsonProperty("intensity") String intensity,
        @JsonProperty("localDate") LocalDate localDate,
        @JsonProperty("notes") String notes,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PointMetadata {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.activity = activity;
        builder.duration = duration;
        builder.intensity = intensity;
        builder.localDate = localDate;
        builder.notes = notes;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a PointMetadata. */
    public static final class Builder {

        private String activity;
        private Double duration;
        private String intensity;
        private LocalDate localDate;
        private String notes;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>activity</code>: The activity during the measurement, in words; at most 2000
         * characters; may be null.
         */
        public Builder activity(String activity) {
            this.activity = activity;
            return this;
        }

        /**
         * Sets the field <code>duration</code>: A finite number in a unit of the client's choice; metrics do not use
         * it; may be null.
         */
        public Builder duration(Double duration) {
            this.duration = duration;
            return this;
        }

        /**
         * Sets the field <code>duration</code>: A finite number in a unit of the client's choice; metrics do not use
         * it; may be null.
         */
        public Builder duration(double duration) {
            this.duration = duration;
            return this;
        }

        /** Sets the field <code>intensity</code>: The intensity in words; at most 2000 characters; may be null. */
        public Builder intensity(String intensity) {
            this.intensity = intensity;
            return this;
        }

        /**
         * Sets the field <code>localDate</code>: The calendar day that the value belongs to, regardless of the
         * profile's time zone: the date of <code>timestamp</code> in UTC, the day before or the day after. Daily
         * metrics use it. A device's points with a local date stand for the day: its other points of that type and day
         * are not added; may be null.
         */
        public Builder localDate(LocalDate localDate) {
            this.localDate = localDate;
            return this;
        }

        /** Sets the field <code>notes</code>: Free text; returned with the point; may be null. */
        public Builder notes(String notes) {
            this.notes = notes;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public PointMetadata build() {
            return new PointMetadata(
                    activity,
                    duration,
                    intensity,
                    localDate,
                    notes,
                    otherFields);
        }
    }
}
