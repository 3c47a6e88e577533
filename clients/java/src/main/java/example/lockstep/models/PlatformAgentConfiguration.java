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
 * @param cron The times of the mode <code>scheduled</code>: minute, hour, day of the month, month, day of the week;
 *     may be null
 * @param mode The deployment mode, which determines when the workflow runs; may be null
 * @param parameters the field <code>parameters</code>; may be null
 * @param question The question that the agent answers in a run. Without a question, the agent writes its standard
 *     report; may be null
 * @param timeZone The time zone of <code>cron</code>, a name of the IANA database; may be null
 * @param workflowId The name of the workflow: 1 to 64 letters, digits, <code>_</code> or <code>-</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlatformAgentConfiguration(
        @JsonProperty("cron") String cron,
        @JsonProperty("mode") AgentDeploymentMode mode,
        @JsonProperty("parameters") PlatformAgentParameters parameters,
        @JsonProperty("question") String question,
        @JsonProperty("time_zone") String timeZone,
        @JsonProperty("workflow_id") String workflowId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PlatformAgentConfiguration {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.cron = cron;
        builder.mode = mode;
        builder.parameters = parameters;
        builder.question = question;
        builder.timeZone = timeZone;
        builder.workflowId = workflowId;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a PlatformAgentConfiguration. */
    public static final class Builder {

        private String cron;
        private AgentDeploymentMode mode;
        private PlatformAgentParameters parameters;
        private String question;
        private String timeZone;
        private String workflowId;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>cron</code>: The times of the mode <code>scheduled</code>: minute, hour, day of the
         * month, month, day of the week; may be null.
         */
        public Builder cron(String cron) {
            this.cron = cron;
            return this;
        }

        /** Sets the field <code>mode</code>: The deployment mode, which determines when the workflow runs; may be null. */
        public Builder mode(AgentDeploymentMode mode) {
            this.mode = mode;
            return this;
        }

        /** Sets the field <code>parameters</code>. */
        public Builder parameters(PlatformAgentParameters parameters) {
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
         * Sets the field <code>time_zone</code>: The time zone of <code>cron</code>, a name of the IANA database; may
         * be null.
         */
        public Builder timeZone(String timeZone) {
            this.timeZone = timeZone;
            return this;
        }

        /**
         * Sets the field <code>workflow_id</code>: The name of the workflow: 1 to 64 letters, digits, <code>_</code>
         * or <code>-</code>; may be null.
         */
        public Builder workflowId(String workflowId) {
            this.workflowId = workflowId;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public PlatformAgentConfiguration build() {
            return new PlatformAgentConfiguration(
                    cron,
                    mode,
                    parameters,
                    question,
                    timeZone,
                    workflowId,
                    otherFields);
        }
    }
}
