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
 * Begins a run. Its output is <code>&#123;"reason", "startedAt", "input"&#125;</code>.
 *
 * @param id The id of the node, unique in the graph: 1 to 64 letters, digits, <code>_</code> or <code>-</code>
 * @param on the field <code>on</code>; may be null
 * @param type The kind of this object: always <code>trigger</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowTriggerNode(
        @JsonProperty("id") String id,
        @JsonProperty("on") WorkflowTrigger on,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements WorkflowNode {

    /** Makes a value of all fields. */
    public WorkflowTriggerNode {
        type = type == null ? "trigger" : type;
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
        builder.on = on;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowTriggerNode. */
    public static final class Builder {

        private String id;
        private WorkflowTrigger on;
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

        /** Sets the field <code>on</code>. */
        public Builder on(WorkflowTrigger on) {
            this.on = on;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowTriggerNode build() {
            return new WorkflowTriggerNode(
                    Values.required(id, "WorkflowTriggerNode", "id"),
                    on,
                    null,
                    otherFields);
        }
    }
}
