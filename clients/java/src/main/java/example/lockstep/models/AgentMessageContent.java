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
 * The action that a message requests.
 *
 * @param action The name of a tool, one of the verbs <code>ask</code>, <code>search</code>, <code>summarize</code>,
 *     <code>analyze</code>, <code>list</code>, <code>explain</code>, <code>compare</code> and <code>help</code>, or a
 *     question in words; 2000 characters at most
 * @param parameters the field <code>parameters</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentMessageContent(
        @JsonProperty("action") String action,
        @JsonProperty("parameters") AgentMessageParameters parameters,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentMessageContent {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.action = action;
        builder.parameters = parameters;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AgentMessageContent. */
    public static final class Builder {

        private String action;
        private AgentMessageParameters parameters;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>action</code>: The name of a tool, one of the verbs <code>ask</code>,
         * <code>search</code>, <code>summarize</code>, <code>analyze</code>, <code>list</code>, <code>explain</code>,
         * <code>compare</code> and <code>help</code>, or a question in words; 2000 characters at most.
         */
        public Builder action(String action) {
            this.action = action;
            return this;
        }

        /** Sets the field <code>parameters</code>. */
        public Builder parameters(AgentMessageParameters parameters) {
            this.parameters = parameters;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AgentMessageContent build() {
            return new AgentMessageContent(
                    Values.required(action, "AgentMessageContent", "action"),
                    parameters,
                    otherFields);
        }
    }
}
