// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The call of a tool.
 *
 * @param action The action of the message that makes the call
 * @param arguments The input of the tool, for <code>content.parameters.arguments</code> of a message
 * @param reading The call in plain words
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentToolCall(
        @JsonProperty("action") String action,
        @JsonProperty("arguments") Map<String, Object> arguments,
        @JsonProperty("reading") String reading,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentToolCall {
        arguments = Values.mapOrEmpty(arguments);
        otherFields = Values.hidden(otherFields);
    }
}
