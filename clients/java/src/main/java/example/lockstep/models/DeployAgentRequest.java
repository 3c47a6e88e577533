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
 * A deployment to create.
 *
 * @param agentId The id of a core agent or of a custom agent of the account
 * @param configuration the field <code>configuration</code>; may be null
 * @param workflowId The name of the workflow: 1 to 64 letters, digits, <code>_</code> or <code>-</code>. A new name
 *     creates the workflow; an existing one gets a node for the agent, unless it has one. Deploying the same agent to
 *     the same workflow again replaces the deployment
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeployAgentRequest(
        @JsonProperty("agentId") String agentId,
        @JsonProperty("configuration") AgentDeploymentConfiguration configuration,
        @JsonProperty("workflowId") String workflowId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DeployAgentRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.agentId = agentId;
        builder.configuration = configuration;
        builder.workflowId = workflowId;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a DeployAgentRequest. */
    public static final class Builder {

        private String agentId;
        private AgentDeploymentConfiguration configuration;
        private String workflowId;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>agentId</code>: The id of a core agent or of a custom agent of the account. */
        public Builder agentId(String agentId) {
            this.agentId = agentId;
            return this;
        }

        /** Sets the field <code>configuration</code>. */
        public Builder configuration(AgentDeploymentConfiguration configuration) {
            this.configuration = configuration;
            return this;
        }

        /**
         * Sets the field <code>workflowId</code>: The name of the workflow: 1 to 64 letters, digits, <code>_</code> or
         * <code>-</code>. A new name creates the workflow; an existing one gets a node for the agent, unless it has
         * one. Deploying the same agent to the same workflow again replaces the deployment.
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
        public DeployAgentRequest build() {
            return new DeployAgentRequest(
                    Values.required(agentId, "DeployAgentRequest", "agentId"),
                    configuration,
                    Values.required(workflowId, "DeployAgentRequest", "workflowId"),
                    otherFields);
        }
    }
}
