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
 * Computes a value. Its output is <code>&#123;"value"&#125;</code>.
 *
 * @param field A JSON Pointer to the number or text in each item of a list; may be null
 * @param id The id of the node, unique in the graph: 1 to 64 letters, digits, <code>_</code> or <code>-</code>
 * @param input the field <code>input</code>
 * @param operation the field <code>operation</code>
 * @param type The kind of this object: always <code>transform</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowTransformNode(
        @JsonProperty("field") String field,
        @JsonProperty("id") String id,
        @JsonProperty("input") Object input,
        @JsonProperty("operation") WorkflowOperation operation,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements WorkflowNode {

    /** Makes a value of all fields. */
    public WorkflowTransformNode {
        type = type == null ? "transform" : type;
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.field = field;
        builder.id = id;
        builder.input = input;
        builder.operation = operation;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowTransformNode. */
    public static final class Builder {

        private String field;
        private String id;
        private Object input;
        private WorkflowOperation operation;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>field</code>: A JSON Pointer to the number or text in each item of a list; may be null. */
        public Builder field(String field) {
            this.field = field;
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

        /** Sets the field <code>input</code>. */
        public Builder input(Object input) {
            this.input = input;
            return this;
        }

        /** Sets the field <code>operation</code>. */
        public Builder operation(WorkflowOperation operation) {
            this.operation = operation;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowTransformNode build() {
            return new WorkflowTransformNode(
                    field,
                    Values.required(id, "WorkflowTransformNode", "id"),
                    Values.required(input, "WorkflowTransformNode", "input"),
                    Values.required(operation, "WorkflowTransformNode", "operation"),
                    null,
                    otherFields);
        }
    }
}
