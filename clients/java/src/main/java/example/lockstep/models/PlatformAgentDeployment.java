// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A new deployment.
 *
 * @param agent the field <code>agent</code>
 * @param deploymentId The id of the deployment, which begins with <code>dep_</code>
 * @param status Always <code>success</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlatformAgentDeployment(
        @JsonProperty("agent") DeployedPlatformAgent agent,
        @JsonProperty("deployment_id") String deploymentId,
        @JsonProperty("status") String status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PlatformAgentDeployment {
        otherFields = Values.hidden(otherFields);
    }
}
