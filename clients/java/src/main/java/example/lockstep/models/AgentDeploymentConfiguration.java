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
 * The configuration of a deployment.
 *
 * @param mode The deployment mode, which determines when the workflow runs; may be null
 * @param parameters the field <code>parameters</code>; may be null
 * @param question The question that the agent answers in a run. Without a question, the agent writes its standard
 *     report; may be null
 * @param trigger The event that starts a run: <code>schedule</code> in the mode <code>scheduled</code>,
 *     <code>event</code> in the mode <code>autonomous</code>, which otherwise runs after points were stored, at most
 *     every 15 minutes; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentDeploymentConfiguration(
        @JsonProperty("mode") AgentDeploymentMode mode,
        @JsonProperty("parameters") AgentParametersChange parameters,
        @JsonProperty("question") String question,
        @JsonProperty("trigger") WorkflowTrigger trigger,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentDeploymentConfiguration {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.mode = mode;
        builder.parameters = parameters;
        builder.question = question;
        builder.trigger = trigger;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AgentDeploymentConfiguration. */
    public static final class Builder {

        private AgentDeploymentMode mode;
        private AgentParametersChange parameters;
        private String question;
        private WorkflowTrigger trigger;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>mode</code>: The deployment mode, which determines when the workflow runs; may be null. */
        public Builder mode(AgentDeploymentMode mode) {
            this.mode = mode;
            return this;
        }

        /** Sets the field <code>parameters</code>. */
        public Builder parameters(AgentParametersChange parameters) {
            this.parameters = parameters;
            return this;
        }

        /**
         * Sets the field <code>question</code>: The question that the agent answers in a run. Without a question, the
         * agent writes its standard report; may be null.
         */
        public Builder question(String question) {
            this.question = question;
            return this;
        }

        /**
         * Sets the field <code>trigger</code>: The event that starts a run: <code>schedule</code> in the mode
         * <code>scheduled</code>, <code>event</code> in the mode <code>autonomous</code>, which otherwise runs after
         * points were stored, at most every 15 minutes; may be null.
         */
        public Builder trigger(WorkflowTrigger trigger) {
            this.trigger = trigger;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AgentDeploymentConfiguration build() {
            return new AgentDeploymentConfiguration(
                    mode,
                    parameters,
                    question,
                    trigger,
                    otherFields);
        }
    }
}
