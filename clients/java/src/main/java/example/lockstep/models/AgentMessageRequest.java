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
 * A message to an agent.
 *
 * @param content the field <code>content</code>
 * @param type the field <code>type</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentMessageRequest(
        @JsonProperty("content") AgentMessageContent content,
        @JsonProperty("type") AgentMessageType type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentMessageRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.content = content;
        builder.type = type;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AgentMessageRequest. */
    public static final class Builder {

        private AgentMessageContent content;
        private AgentMessageType type;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>content</code>. */
        public Builder content(AgentMessageContent content) {
            this.content = content;
            return this;
        }

        /** Sets the field <code>type</code>. */
        public Builder type(AgentMessageType type) {
            this.type = type;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AgentMessageRequest build() {
            return new AgentMessageRequest(
                    Values.required(content, "AgentMessageRequest", "content"),
                    Values.required(type, "AgentMessageRequest", "type"),
                    otherFields);
        }
    }
}
