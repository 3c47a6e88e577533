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
 * Calls a tool. The output of the node is the output of the tool.
 *
 * @param arguments the field <code>arguments</code>; may be null
 * @param confirm Whether the tool may change the account's data in every run without asking. A tool that acts outside
 *     the platform needs an <code>approval</code> node before it instead; may be null
 * @param id The id of the node, unique in the graph: 1 to 64 letters, digits, <code>_</code> or <code>-</code>
 * @param tool The name of a tool, as <code>tools/list</code> of <code>POST /mcp</code> lists it
 * @param type The kind of this object: always <code>tool</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowToolNode(
        @JsonProperty("arguments") Map<String, Object> arguments,
        @JsonProperty("confirm") Boolean confirm,
        @JsonProperty("id") String id,
        @JsonProperty("tool") String tool,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements WorkflowNode {

    /** Makes a value of all fields. */
    public WorkflowToolNode {
        arguments = Values.map(arguments);
        type = type == null ? "tool" : type;
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.arguments = arguments;
        builder.confirm = confirm;
        builder.id = id;
        builder.tool = tool;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowToolNode. */
    public static final class Builder {

        private Map<String, Object> arguments;
        private Boolean confirm;
        private String id;
        private String tool;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>arguments</code>. */
        public Builder arguments(Map<String, Object> arguments) {
            this.arguments = arguments;
            return this;
        }

        /**
         * Sets the field <code>confirm</code>: Whether the tool may change the account's data in every run without
         * asking. A tool that acts outside the platform needs an <code>approval</code> node before it instead; may be
         * null.
         */
        public Builder confirm(Boolean confirm) {
            this.confirm = confirm;
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
         * Sets the field <code>tool</code>: The name of a tool, as <code>tools/list</code> of <code>POST /mcp</code>
         * lists it.
         */
        public Builder tool(String tool) {
            this.tool = tool;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowToolNode build() {
            return new WorkflowToolNode(
                    arguments,
                    confirm,
                    Values.required(id, "WorkflowToolNode", "id"),
                    Values.required(tool, "WorkflowToolNode", "tool"),
                    null,
                    otherFields);
        }
    }
}
