// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.Update;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * New thresholds of alert rules.
 *
 * @param errorPercent The percentage of requests with a server error at which an alert starts; null if the change does
 *     not name it
 * @param failedSignIns The number of failed sign-ins per minute at which an alert starts; null if the change does not
 *     name it
 * @param storagePercent The used percentage of the disk at which an alert starts; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AlertSettingsChange(
        @JsonProperty("errorPercent") Update<Long> errorPercent,
        @JsonProperty("failedSignIns") Update<Long> failedSignIns,
        @JsonProperty("storagePercent") Update<Long> storagePercent,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AlertSettingsChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.errorPercent = errorPercent;
        builder.failedSignIns = failedSignIns;
        builder.storagePercent = storagePercent;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AlertSettingsChange. */
    public static final class Builder {

        private Update<Long> errorPercent;
        private Update<Long> failedSignIns;
        private Update<Long> storagePercent;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>errorPercent</code>: The percentage of requests with a server error at which an alert
         * starts; null removes it.
         */
        public Builder errorPercent(Long errorPercent) {
            this.errorPercent = Update.of(errorPercent);
            return this;
        }

        /**
         * Sets the field <code>errorPercent</code>: The percentage of requests with a server error at which an alert
         * starts; null removes it.
         */
        public Builder errorPercent(long errorPercent) {
            this.errorPercent = Update.of(errorPercent);
            return this;
        }

        /**
         * Sets the field <code>failedSignIns</code>: The number of failed sign-ins per minute at which an alert
         * starts; null removes it.
         */
        public Builder failedSignIns(Long failedSignIns) {
            this.failedSignIns = Update.of(failedSignIns);
            return this;
        }

        /**
         * Sets the field <code>failedSignIns</code>: The number of failed sign-ins per minute at which an alert
         * starts; null removes it.
         */
        public Builder failedSignIns(long failedSignIns) {
            this.failedSignIns = Update.of(failedSignIns);
            return this;
        }

        /**
         * Sets the field <code>storagePercent</code>: The used percentage of the disk at which an alert starts; null
         * removes it.
         */
        public Builder storagePercent(Long storagePercent) {
            this.storagePercent = Update.of(storagePercent);
            return this;
        }

        /**
         * Sets the field <code>storagePercent</code>: The used percentage of the disk at which an alert starts; null
         * removes it.
         */
        public Builder storagePercent(long storagePercent) {
            this.storagePercent = Update.of(storagePercent);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AlertSettingsChange build() {
            return new AlertSettingsChange(
                    errorPercent,
                    failedSignIns,
                    storagePercent,
                    otherFields);
        }
    }
}
