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
 * A workflow to create.
 *
 * @param enabled Whether the trigger starts runs; may be null
 * @param graph the field <code>graph</code>
 * @param workflowId The name: 1 to 64 letters, digits, <code>_</code> or <code>-</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateWorkflowRequest(
        @JsonProperty("enabled") Boolean enabled,
        @JsonProperty("graph") WorkflowGraph graph,
        @JsonProperty("workflowId") String workflowId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateWorkflowRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.enabled = enabled;
        builder.graph = graph;
        builder.workflowId = workflowId;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateWorkflowRequest. */
    public static final class Builder {

        private Boolean enabled;
        private WorkflowGraph graph;
        private String workflowId;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>enabled</code>: Whether the trigger starts runs; may be null. */
        public Builder enabled(Boolean enabled) {
            this.enabled = enabled;
            return this;
        }

        /** Sets the field <code>graph</code>. */
        public Builder graph(WorkflowGraph graph) {
            this.graph = graph;
            return this;
        }

        /** Sets the field <code>workflowId</code>: The name: 1 to 64 letters, digits, <code>_</code> or <code>-</code>. */
        public Builder workflowId(String workflowId) {
            this.workflowId = workflowId;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CreateWorkflowRequest build() {
            return new CreateWorkflowRequest(
                    enabled,
                    Values.required(graph, "CreateWorkflowRequest", "graph"),
                    Values.required(workflowId, "CreateWorkflowRequest", "workflowId"),
                    otherFields);
        }
    }
}
