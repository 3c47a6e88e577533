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
 * New values of the network limits.
 *
 * @param maxBandwidth The maximum number of bytes per second of all connections together; 0 for no limit; null if the
 *     change does not name it
 * @param maxConcurrentConnections The maximum number of open connections; null if the change does not name it
 * @param requestTimeout The maximum duration of a request in seconds, except for jobs and file uploads; null if the
 *     change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NetworkSettingsChange(
        @JsonProperty("maxBandwidth") Update<Long> maxBandwidth,
        @JsonProperty("maxConcurrentConnections") Update<Long> maxConcurrentConnections,
        @JsonProperty("requestTimeout") Update<Long> requestTimeout,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public NetworkSettingsChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.maxBandwidth = maxBandwidth;
        builder.maxConcurrentConnections = maxConcurrentConnections;
        builder.requestTimeout = requestTimeout;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a NetworkSettingsChange. */
    public static final class Builder {

        private Update<Long> maxBandwidth;
        private Update<Long> maxConcurrentConnections;
        private Update<Long> requestTimeout;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>maxBandwidth</code>: The maximum number of bytes per second of all connections
         * together; 0 for no limit; null removes it.
         */
        public Builder maxBandwidth(Long maxBandwidth) {
            this.maxBandwidth = Update.of(maxBandwidth);
            return this;
        }

        /**
         * Sets the field <code>maxBandwidth</code>: The maximum number of bytes per second of all connections
         * together; 0 for no limit; null removes it.
         */
        public Builder maxBandwidth(long maxBandwidth) {
            this.maxBandwidth = Update.of(maxBandwidth);
            return this;
        }

        /**
         * Sets the field <code>maxConcurrentConnections</code>: The maximum number of open connections; null removes
         * it.
         */
        public Builder maxConcurrentConnections(Long maxConcurrentConnections) {
            this.maxConcurrentConnections = Update.of(maxConcurrentConnections);
            return this;
        }

        /**
         * Sets the field <code>maxConcurrentConnections</code>: The maximum number of open connections; null removes
         * it.
         */
        public Builder maxConcurrentConnections(long maxConcurrentConnections) {
            this.maxConcurrentConnections = Update.of(maxConcurrentConnections);
            return this;
        }

        /**
         * Sets the field <code>requestTimeout</code>: The maximum duration of a request in seconds, except for jobs
         * and file uploads; null removes it.
         */
        public Builder requestTimeout(Long requestTimeout) {
            this.requestTimeout = Update.of(requestTimeout);
            return this;
        }

        /**
         * Sets the field <code>requestTimeout</code>: The maximum duration of a request in seconds, except for jobs
         * and file uploads; null removes it.
         */
        public Builder requestTimeout(long requestTimeout) {
            this.requestTimeout = Update.of(requestTimeout);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public NetworkSettingsChange build() {
            return new NetworkSettingsChange(
                    maxBandwidth,
                    maxConcurrentConnections,
                    requestTimeout,
                    otherFields);
        }
    }
}
