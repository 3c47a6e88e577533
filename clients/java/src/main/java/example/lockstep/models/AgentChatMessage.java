// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * A message of a chat.
 *
 * @param content The text; a note if the stored message is damaged; empty if <code>redacted</code> has a reason
 * @param disclosures The data that a model on another machine received for this message
 * @param id The id of the message, which begins with <code>msg_</code>, for <code>before</code>
 * @param redacted The reason why the text is left out: the API key lacks the scopes of a tool whose input or output it
 *     may contain. Otherwise null; may be null
 * @param sender the field <code>sender</code>
 * @param timestamp The time of the message, in UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentChatMessage(
        @JsonProperty("content") String content,
        @JsonProperty("disclosures") List<AgentDisclosure> disclosures,
        @JsonProperty("id") String id,
        @JsonProperty("redacted") String redacted,
        @JsonProperty("sender") AgentChatSender sender,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentChatMessage {
        disclosures = Values.listOrEmpty(disclosures);
        otherFields = Values.hidden(otherFields);
    }
}
