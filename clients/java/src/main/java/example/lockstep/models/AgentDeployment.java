// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * A deployment.
 *
 * @param agentId The id of the deployed core agent or custom agent
 * @param createdAt The time of the deployment, in UTC
 * @param deploymentId The id of the deployment, which begins with <code>dep_</code>
 * @param mode The deployment mode, which determines when the workflow runs; null if the stored deployment is damaged;
 *     may be null
 * @param parameters The parameters that the deployment named, with defaults for the others; null if the stored
 *     deployment is damaged; may be null
 * @param workflowId The name of the workflow; null if the stored deployment is damaged; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentDeployment(
        @JsonProperty("agentId") String agentId,
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("deploymentId") String deploymentId,
        @JsonProperty("mode") AgentDeploymentMode mode,
        @JsonProperty("parameters") AgentParameters parameters,
        @JsonProperty("workflowId") String workflowId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentDeployment {
        otherFields = Values.hidden(otherFields);
    }
}
