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
 * Adds a value to the result of the run, under the id of the node.
 *
 * @param id The id of the node, unique in the graph: 1 to 64 letters, digits, <code>_</code> or <code>-</code>
 * @param type The kind of this object: always <code>output</code>
 * @param value the field <code>value</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowOutputNode(
        @JsonProperty("id") String id,
        @JsonProperty("type") String type,
        @JsonProperty("value") Object value,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements WorkflowNode {

    /** Makes a value of all fields. */
    public WorkflowOutputNode {
        type = type == null ? "output" : type;
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
        builder.value = value;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowOutputNode. */
    public static final class Builder {

        private String id;
        private Object value;
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

        /** Sets the field <code>value</code>. */
        public Builder value(Object value) {
            this.value = value;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowOutputNode build() {
            return new WorkflowOutputNode(
                    Values.required(id, "WorkflowOutputNode", "id"),
                    null,
                    Values.required(value, "WorkflowOutputNode", "value"),
                    otherFields);
        }
    }
}
