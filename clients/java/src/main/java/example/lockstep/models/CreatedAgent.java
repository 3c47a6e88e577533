// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The receipt of a new custom agent.
 *
 * @param deploymentReady Whether every capability is granted and the model is available
 * @param id The id of the new agent, which begins with <code>agt_</code>
 * @param status Always <code>created</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreatedAgent(
        @JsonProperty("deploymentReady") boolean deploymentReady,
        @JsonProperty("id") String id,
        @JsonProperty("status") String status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreatedAgent {
        otherFields = Values.hidden(otherFields);
    }
}
