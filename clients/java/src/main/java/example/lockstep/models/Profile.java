// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The profile; unknown fields are null.
 *
 * @param birthDate The date of birth, <code>YYYY-MM-DD</code>; may be null
 * @param functionalThresholdPower The threshold power in watts, 30 to 800; may be null
 * @param goals The goals, at most 20; may be null
 * @param maxHeartRate The maximum heart rate in beats per minute, 100 to 250; may be null
 * @param restingHeartRate The resting heart rate in beats per minute, 25 to 120; may be null
 * @param sex The sex used by formulas; may be null
 * @param timeZone The IANA name of the time zone in which days begin and end. Null: UTC; may be null
 * @param weightKg The body weight in kilograms, 2 to 500; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Profile(
        @JsonProperty("birthDate") LocalDate birthDate,
        @JsonProperty("functionalThresholdPower") Double functionalThresholdPower,
        @JsonProperty("goals") List<Goal> goals,
        @JsonProperty("maxHeartRate") Double maxHeartRate,
        @JsonProperty("restingHeartRate") Double restingHeartRate,
        @JsonProperty("sex") Sex sex,
        @JsonProperty("timeZone") String timeZone,
        @JsonProperty("weightKg") Double weightKg,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Profile {
        goals = Values.list(goals);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.birthDate = birthDate;
        builder.functionalThresholdPower = functionalThresholdPower;
        builder.goals = goals;
        builder.maxHeartRate = maxHeartRate;
        builder.restingHeartRate = restingHeartRate;
        builder.sex = sex;
        builder.timeZone = timeZone;
        builder.weightKg = weightKg;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a Profile. */
    public static final class Builder {

        private LocalDate birthDate;
        private Double functionalThresholdPower;
        private List<Goal> goals;
        private Double maxHeartRate;
        private Double restingHeartRate;
        private Sex sex;
        private String timeZone;
        private Double weightKg;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>birthDate</code>: The date of birth, <code>YYYY-MM-DD</code>; may be null. */
        public Builder birthDate(LocalDate birthDate) {
            this.birthDate = birthDate;
            return this;
        }

        /** Sets the field <code>functionalThresholdPower</code>: The threshold power in watts, 30 to 800; may be null. */
        public Builder functionalThresholdPower(Double functionalThresholdPower) {
            this.functionalThresholdPower = functionalThresholdPower;
            return this;
        }

        /** Sets the field <code>functionalThresholdPower</code>: The threshold power in watts, 30 to 800; may be null. */
        public Builder functionalThresholdPower(double functionalThresholdPower) {
            this.functionalThresholdPower = functionalThresholdPower;
            return this;
        }

        /** Sets the field <code>goals</code>: The goals, at most 20; may be null. */
        public Builder goals(List<Goal> goals) {
            this.goals = goals;
            return this;
        }

        /**
         * Sets the field <code>maxHeartRate</code>: The maximum heart rate in beats per minute, 100 to 250; may be
         * null.
         */
        public Builder maxHeartRate(Double maxHeartRate) {
            this.maxHeartRate = maxHeartRate;
            return this;
        }

        /**
         * Sets the field <code>maxHeartRate</code>: The maximum heart rate in beats per minute, 100 to 250; may be
         * null.
         */
        public Builder maxHeartRate(double maxHeartRate) {
            this.maxHeartRate = maxHeartRate;
            return this;
        }

        /**
         * Sets the field <code>restingHeartRate</code>: The resting heart rate in beats per minute, 25 to 120; may be
         * null.
         */
        public Builder restingHeartRate(Double restingHeartRate) {
            this.restingHeartRate = restingHeartRate;
            return this;
        }

        /**
         * Sets the field <code>restingHeartRate</code>: The resting heart rate in beats per minute, 25 to 120; may be
         * null.
         */
        public Builder restingHeartRate(double restingHeartRate) {
            this.restingHeartRate = restingHeartRate;
            return this;
        }

        /** Sets the field <code>sex</code>: The sex used by formulas; may be null. */
        public Builder sex(Sex sex) {
            this.sex = sex;
            return this;
        }

        /**
         * Sets the field <code>timeZone</code>: The IANA name of the time zone in which days begin and end. Null: UTC;
         * may be null.
         */
        public Builder timeZone(String timeZone) {
            this.timeZone = timeZone;
            return this;
        }

        /** Sets the field <code>weightKg</code>: The body weight in kilograms, 2 to 500; may be null. */
        public Builder weightKg(Double weightKg) {
            this.weightKg = weightKg;
            return this;
        }

        /** Sets the field <code>weightKg</code>: The body weight in kilograms, 2 to 500; may be null. */
        public Builder weightKg(double weightKg) {
            this.weightKg = weightKg;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public Profile build() {
            return new Profile(
                    birthDate,
                    functionalThresholdPower,
                    goals,
                    maxHeartRate,
                    restingHeartRate,
                    sex,
                    timeZone,
                    weightKg,
                    otherFields);
        }
    }
}
