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
 * New request limits of a tier: per minute; <code>platform</code> per hour. Null restores the default.
 *
 * @param administration Requests per minute to the administration API; null restores the default; null if the change
 *     does not name it
 * @param agents Requests per minute to the agent API; null restores the default; null if the change does not name it
 * @param encryption Requests per minute to the encryption API; null restores the default; null if the change does not
 *     name it
 * @param fitness Requests per minute to the fitness API; null restores the default; null if the change does not name
 *     it
 * @param platform Requests per hour to the platform API; null restores the default; null if the change does not name
 *     it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TierRequestsChange(
        @JsonProperty("administration") Update<Long> administration,
        @JsonProperty("agents") Update<Long> agents,
        @JsonProperty("encryption") Update<Long> encryption,
        @JsonProperty("fitness") Update<Long> fitness,
        @JsonProperty("platform") Update<Long> platform,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TierRequestsChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.administration = administration;
        builder.agents = agents;
        builder.encryption = encryption;
        builder.fitness = fitness;
        builder.platform = platform;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a TierRequestsChange. */
    public static final class Builder {

        private Update<Long> administration;
        private Update<Long> agents;
        private Update<Long> encryption;
        private Update<Long> fitness;
        private Update<Long> platform;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>administration</code>: Requests per minute to the administration API; null restores the
         * default; null removes it.
         */
        public Builder administration(Long administration) {
            this.administration = Update.of(administration);
            return this;
        }

        /**
         * Sets the field <code>administration</code>: Requests per minute to the administration API; null restores the
         * default; null removes it.
         */
        public Builder administration(long administration) {
            this.administration = Update.of(administration);
            return this;
        }

        /**
         * Sets the field <code>agents</code>: Requests per minute to the agent API; null restores the default; null
         * removes it.
         */
        public Builder agents(Long agents) {
            this.agents = Update.of(agents);
            return this;
        }

        /**
         * Sets the field <code>agents</code>: Requests per minute to the agent API; null restores the default; null
         * removes it.
         */
        public Builder agents(long agents) {
            this.agents = Update.of(agents);
            return this;
        }

        /**
         * Sets the field <code>encryption</code>: Requests per minute to the encryption API; null restores the
         * default; null removes it.
         */
        public Builder encryption(Long encryption) {
            this.encryption = Update.of(encryption);
            return this;
        }

        /**
         * Sets the field <code>encryption</code>: Requests per minute to the encryption API; null restores the
         * default; null removes it.
         */
        public Builder encryption(long encryption) {
            this.encryption = Update.of(encryption);
            return this;
        }

        /**
         * Sets the field <code>fitness</code>: Requests per minute to the fitness API; null restores the default; null
         * removes it.
         */
        public Builder fitness(Long fitness) {
            this.fitness = Update.of(fitness);
            return this;
        }

        /**
         * Sets the field <code>fitness</code>: Requests per minute to the fitness API; null restores the default; null
         * removes it.
         */
        public Builder fitness(long fitness) {
            this.fitness = Update.of(fitness);
            return this;
        }

        /**
         * Sets the field <code>platform</code>: Requests per hour to the platform API; null restores the default; null
         * removes it.
         */
        public Builder platform(Long platform) {
            this.platform = Update.of(platform);
            return this;
        }

        /**
         * Sets the field <code>platform</code>: Requests per hour to the platform API; null restores the default; null
         * removes it.
         */
        public Builder platform(long platform) {
            this.platform = Update.of(platform);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public TierRequestsChange build() {
            return new TierRequestsChange(
                    administration,
                    agents,
                    encryption,
                    fitness,
                    platform,
                    otherFields);
        }
    }
}
