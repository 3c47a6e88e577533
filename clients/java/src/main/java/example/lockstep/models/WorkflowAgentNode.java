// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Asks an agent. Its output is <code>&#123;"answer", "type", "records"&#125;</code>.
 *
 * @param agentId The id of a core agent or of a custom agent of the account
 * @param id The id of the node, unique in the graph: 1 to 64 letters, digits, <code>_</code> or <code>-</code>
 * @param question The question for the agent. Without a question, the agent writes its standard report. The question
 *     cannot contain outputs of other nodes; may be null
 * @param type The kind of this object: always <code>agent</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowAgentNode(
        @JsonProperty("agentId") String agentId,
        @JsonProperty("id") String id,
        @JsonProperty("question") String question,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements WorkflowNode {

    /** Makes a value of all fields. */
    public WorkflowAgentNode {
        type = type == null ? "agent" : type;
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.agentId = agentId;
        builder.id = id;
        builder.question = question;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowAgentNode. */
    public static final class Builder {

        private String agentId;
        private String id;
        private String question;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>agentId</code>: The id of a core agent or of a custom agent of the account. */
        public Builder agentId(String agentId) {
            this.agentId = agentId;
            return this;
        }

        /**
         * Sets the field <code>id</code>: The id of the node, unique in the graph: 1 to 64 letters, digits,
         * <code>_</code> or <code>-</code>.
         */
        public Builder id(String id) {
            this.id = id;
            return this;
        }

        /**
         * Sets the field <code>question</code>: The question for the agent. Without a question, the agent writes its
         * standard report. The question cannot contain outputs of other nodes; may be null.
         */
        public Builder question(String question) {
            this.question = question;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowAgentNode build() {
            return new WorkflowAgentNode(
                    Values.required(agentId, "WorkflowAgentNode", "agentId"),
                    Values.required(id, "WorkflowAgentNode", "id"),
                    question,
                    null,
                    otherFields);
        }
    }
}
