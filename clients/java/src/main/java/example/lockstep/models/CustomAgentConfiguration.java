// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The model of a custom agent.
 *
 * @param model <code>builtin</code> (no language model), or the name of a model that the operator configured
 * @param parameters the field <code>parameters</code>
 * @param shareData Whether questions and decrypted values may be sent to a model on another machine
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CustomAgentConfiguration(
        @JsonProperty("model") String model,
        @JsonProperty("parameters") AgentModelParameters parameters,
        @JsonProperty("shareData") boolean shareData,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CustomAgentConfiguration {
        otherFields = Values.hidden(otherFields);
    }
}
