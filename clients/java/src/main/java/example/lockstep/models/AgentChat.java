// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * A part of a chat.
 *
 * @param hasMore Whether older messages exist. To read them, request messages before the first returned message
 * @param messages The messages, the oldest first
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentChat(
        @JsonProperty("hasMore") boolean hasMore,
        @JsonProperty("messages") List<AgentChatMessage> messages,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentChat {
        messages = Values.listOrEmpty(messages);
        otherFields = Values.hidden(otherFields);
    }
}
