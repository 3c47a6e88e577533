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
 * The answer of an agent.
 *
 * @param choices The calls to choose from, if the type is <code>clarify</code> or <code>approval_required</code>
 * @param content The answer: Markdown, or JSON if the type is <code>result</code>. It may quote texts from records
 *     that other people wrote
 * @param disclosures The data that a model on another machine received for this answer
 * @param records The ids of the records that the answer cites
 * @param type the field <code>type</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentResponse(
        @JsonProperty("choices") List<AgentToolCall> choices,
        @JsonProperty("content") String content,
        @JsonProperty("disclosures") List<AgentDisclosure> disclosures,
        @JsonProperty("records") List<String> records,
        @JsonProperty("type") AgentAnswerType type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentResponse {
        choices = Values.listOrEmpty(choices);
        disclosures = Values.listOrEmpty(disclosures);
        records = Values.listOrEmpty(records);
        otherFields = Values.hidden(otherFields);
    }
}
