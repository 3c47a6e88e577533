// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The receipt of a message, with the answer.
 *
 * @param messageId The id of the message in the chat
 * @param response the field <code>response</code>
 * @param status Always <code>received</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentMessageResult(
        @JsonProperty("messageId") String messageId,
        @JsonProperty("response") AgentResponse response,
        @JsonProperty("status") String status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentMessageResult {
        otherFields = Values.hidden(otherFields);
    }
}
