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
import java.util.List;
import java.util.Map;

/**
 * A change of the profile, a JSON merge patch (RFC 7396): a field that is present replaces the stored one, null
 * removes it, and a missing field stays unchanged.
 *
 * @param birthDate The date of birth, <code>YYYY-MM-DD</code>; null if the change does not name it
 * @param functionalThresholdPower The threshold power in watts, 30 to 800; null if the change does not name it
 * @param goals The goals, at most 20; they replace all stored goals; null if the change does not name it
 * @param maxHeartRate The maximum heart rate in beats per minute, 100 to 250; null if the change does not name it
 * @param restingHeartRate The resting heart rate in beats per minute, 25 to 120; null if the change does not name it
 * @param sex The sex used by formulas; null if the change does not name it
 * @param timeZone The IANA name of the time zone in which days begin and end. Null: UTC; null if the change does not
 *     name it
 * @param weightKg The body weight in kilograms, 2 to 500; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProfileChange(
        @JsonProperty("birthDate") Update<LocalDate> birthDate,
        @JsonProperty("functionalThresholdPower") Update<Double> functionalThresholdPower,
        @JsonProperty("goals") Update<List<Goal>> goals,
        @JsonProperty("maxHeartRate") Update<Double> maxHeartRate,
        @JsonProperty("restingHeartRate") Update<Double> restingHeartRate,
        @JsonProperty("sex") Update<Sex> sex,
        @JsonProperty("timeZone") Update<String> timeZone,
        @JsonProperty("weightKg") Update<Double> weightKg,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ProfileChange {
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

    /** Makes a ProfileChange. */
    public static final class Builder {

        private Update<LocalDate> birthDate;
        private Update<Double> functionalThresholdPower;
        private Update<List<Goal>> goals;
        private Update<Double> maxHeartRate;
        private Update<Double> restingHeartRate;
        private Update<Sex> sex;
        private Update<String> timeZone;
        private Update<Double> weightKg;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>birthDate</code>: The date of birth, <code>YYYY-MM-DD</code>; null removes it. */
        public Builder birthDate(LocalDate birthDate) {
            this.birthDate = Update.of(birthDate);
            return this;
        }

        /**
         * Sets the field <code>functionalThresholdPower</code>: The threshold power in watts, 30 to 800; null removes
         * it.
         */
        public Builder functionalThresholdPower(Double functionalThresholdPower) {
            this.functionalThresholdPower = Update.of(functionalThresholdPower);
            return this;
        }

        /**
         * Sets the field <code>functionalThresholdPower</code>: The threshold power in watts, 30 to 800; null removes
         * it.
         */
        public Builder functionalThresholdPower(double functionalThresholdPower) {
            this.functionalThresholdPower = Update.of(functionalThresholdPower);
            return this;
        }

        /** Sets the field <code>goals</code>: The goals, at most 20; they replace all stored goals; null removes it. */
        public Builder goals(List<Goal> goals) {
            this.goals = Update.of(goals);
            return this;
        }

        /**
         * Sets the field <code>maxHeartRate</code>: The maximum heart rate in beats per minute, 100 to 250; null
         * removes it.
         */
        public Builder maxHeartRate(Double maxHeartRate) {
            this.maxHeartRate = Update.of(maxHeartRate);
            return this;
        }

        /**
         * Sets the field <code>maxHeartRate</code>: The maximum heart rate in beats per minute, 100 to 250; null
         * removes it.
         */
        public Builder maxHeartRate(double maxHeartRate) {
            this.maxHeartRate = Update.of(maxHeartRate);
            return this;
        }

        /**
         * Sets the field <code>restingHeartRate</code>: The resting heart rate in beats per minute, 25 to 120; null
         * removes it.
         */
        public Builder restingHeartRate(Double restingHeartRate) {
            this.restingHeartRate = Update.of(restingHeartRate);
            return this;
        }

        /**
         * Sets the field <code>restingHeartRate</code>: The resting heart rate in beats per minute, 25 to 120; null
         * removes it.
         */
        public Builder restingHeartRate(double restingHeartRate) {
            this.restingHeartRate = Update.of(restingHeartRate);
            return this;
        }

        /** Sets the field <code>sex</code>: The sex used by formulas; null removes it. */
        public Builder sex(Sex sex) {
            this.sex = Update.of(sex);
            return this;
        }

        /**
         * Sets the field <code>timeZone</code>: The IANA name of the time zone in which days begin and end. Null: UTC;
         * null removes it.
         */
        public Builder timeZone(String timeZone) {
            this.timeZone = Update.of(timeZone);
            return this;
        }

        /** Sets the field <code>weightKg</code>: The body weight in kilograms, 2 to 500; null removes it. */
        public Builder weightKg(Double weightKg) {
            this.weightKg = Update.of(weightKg);
            return this;
        }

        /** Sets the field <code>weightKg</code>: The body weight in kilograms, 2 to 500; null removes it. */
        public Builder weightKg(double weightKg) {
            this.weightKg = Update.of(weightKg);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ProfileChange build() {
            return new ProfileChange(
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
