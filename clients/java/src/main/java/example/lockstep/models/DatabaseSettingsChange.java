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
 * New values of the settings of the database and of scheduled backups.
 *
 * @param backupEnabled Whether backups are made on a schedule. This requires <code>backup.directory</code> in the
 *     configuration; null if the change does not name it
 * @param backupInterval The hours between two backups; null if the change does not name it
 * @param maxConnections The maximum number of reads of the store that run at the same time; null if the change does
 *     not name it
 * @param timeout The maximum time in seconds that a read for an account may wait and run. After that, the request is
 *     refused with 503; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatabaseSettingsChange(
        @JsonProperty("backupEnabled") Update<Boolean> backupEnabled,
        @JsonProperty("backupInterval") Update<Long> backupInterval,
        @JsonProperty("maxConnections") Update<Long> maxConnections,
        @JsonProperty("timeout") Update<Long> timeout,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DatabaseSettingsChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.backupEnabled = backupEnabled;
        builder.backupInterval = backupInterval;
        builder.maxConnections = maxConnections;
        builder.timeout = timeout;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a DatabaseSettingsChange. */
    public static final class Builder {

        private Update<Boolean> backupEnabled;
        private Update<Long> backupInterval;
        private Update<Long> maxConnections;
        private Update<Long> timeout;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>backupEnabled</code>: Whether backups are made on a schedule. This requires
         * <code>backup.directory</code> in the configuration; null removes it.
         */
        public Builder backupEnabled(Boolean backupEnabled) {
            this.backupEnabled = Update.of(backupEnabled);
            return this;
        }

        /** Sets the field <code>backupInterval</code>: The hours between two backups; null removes it. */
        public Builder backupInterval(Long backupInterval) {
            this.backupInterval = Update.of(backupInterval);
            return this;
        }

        /** Sets the field <code>backupInterval</code>: The hours between two backups; null removes it. */
        public Builder backupInterval(long backupInterval) {
            this.backupInterval = Update.of(backupInterval);
            return this;
        }

        /**
         * Sets the field <code>maxConnections</code>: The maximum number of reads of the store that run at the same
         * time; null removes it.
         */
        public Builder maxConnections(Long maxConnections) {
            this.maxConnections = Update.of(maxConnections);
            return this;
        }

        /**
         * Sets the field <code>maxConnections</code>: The maximum number of reads of the store that run at the same
         * time; null removes it.
         */
        public Builder maxConnections(long maxConnections) {
            this.maxConnections = Update.of(maxConnections);
            return this;
        }

        /**
         * Sets the field <code>timeout</code>: The maximum time in seconds that a read for an account may wait and
         * run. After that, the request is refused with 503; null removes it.
         */
        public Builder timeout(Long timeout) {
            this.timeout = Update.of(timeout);
            return this;
        }

        /**
         * Sets the field <code>timeout</code>: The maximum time in seconds that a read for an account may wait and
         * run. After that, the request is refused with 503; null removes it.
         */
        public Builder timeout(long timeout) {
            this.timeout = Update.of(timeout);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public DatabaseSettingsChange build() {
            return new DatabaseSettingsChange(
                    backupEnabled,
                    backupInterval,
                    maxConnections,
                    timeout,
                    otherFields);
        }
    }
}
