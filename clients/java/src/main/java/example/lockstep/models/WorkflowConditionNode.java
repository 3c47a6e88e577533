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
 * Compares two values. Its output is <code>&#123;"result"&#125;</code>; its edges have <code>when</code>.
 *
 * @param id The id of the node, unique in the graph: 1 to 64 letters, digits, <code>_</code> or <code>-</code>
 * @param left the field <code>left</code>
 * @param operator the field <code>operator</code>
 * @param right the field <code>right</code>; may be null
 * @param type The kind of this object: always <code>condition</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowConditionNode(
        @JsonProperty("id") String id,
        @JsonProperty("left") Object left,
        @JsonProperty("operator") WorkflowOperator operator,
        @JsonProperty("right") Object right,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements WorkflowNode {

    /** Makes a value of all fields. */
    public WorkflowConditionNode {
        type = type == null ? "condition" : type;
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.id = id;
        builder.left = left;
        builder.operator = operator;
        builder.right = right;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowConditionNode. */
    public static final class Builder {

        private String id;
        private Object left;
        private WorkflowOperator operator;
        private Object right;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>id</code>: The id of the node, unique in the graph: 1 to 64 letters, digits,
         * <code>_</code> or <code>-</code>.
         */
        public Builder id(String id) {
            this.id = id;
            return this;
        }

        /** Sets the field <code>left</code>. */
        public Builder left(Object left) {
            this.left = left;
            return this;
        }

        /** Sets the field <code>operator</code>. */
        public Builder operator(WorkflowOperator operator) {
            this.operator = operator;
            return this;
        }

        /** Sets the field <code>right</code>. */
        public Builder right(Object right) {
            this.right = right;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowConditionNode build() {
            return new WorkflowConditionNode(
                    Values.required(id, "WorkflowConditionNode", "id"),
                    Values.required(left, "WorkflowConditionNode", "left"),
                    Values.required(operator, "WorkflowConditionNode", "operator"),
                    right,
                    null,
                    otherFields);
        }
    }
}
