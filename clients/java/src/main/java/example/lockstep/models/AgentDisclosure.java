// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * Data that a model on another machine received.
 *
 * @param bytes The size of the sent text, in bytes of UTF-8
 * @param content <code>question</code>, <code>instructions</code>, or the tool whose output was sent
 * @param host The machine that received it
 * @param model The name of the model in the configuration of the server
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentDisclosure(
        @JsonProperty("bytes") long bytes,
        @JsonProperty("content") String content,
        @JsonProperty("host") String host,
        @JsonProperty("model") String model,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentDisclosure {
        otherFields = Values.hidden(otherFields);
    }
}
