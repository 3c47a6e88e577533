// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The confirmation of a change.
 *
 * @param configuration the field <code>configuration</code>
 * @param id The id of the agent, as in the path
 * @param status Always <code>updated</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentConfigUpdate(
        @JsonProperty("configuration") AgentConfiguration configuration,
        @JsonProperty("id") String id,
        @JsonProperty("status") String status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentConfigUpdate {
        otherFields = Values.hidden(otherFields);
    }
}
