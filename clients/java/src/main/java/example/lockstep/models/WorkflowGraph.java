// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A graph: one trigger, and the nodes that run after it.
 *
 * @param description The purpose of the workflow; may be null
 * @param edges The order of the nodes: without cycles; may be null
 * @param nodes One <code>trigger</code> node, and the nodes that run after it, in any order
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowGraph(
        @JsonProperty("description") String description,
        @JsonProperty("edges") List<WorkflowEdge> edges,
        @JsonProperty("nodes") List<WorkflowNode> nodes,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WorkflowGraph {
        edges = Values.list(edges);
        nodes = Values.listOrEmpty(nodes);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.description = description;
        builder.edges = edges;
        builder.nodes = nodes;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowGraph. */
    public static final class Builder {

        private String description;
        private List<WorkflowEdge> edges;
        private List<WorkflowNode> nodes;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>description</code>: The purpose of the workflow; may be null. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** Sets the field <code>edges</code>: The order of the nodes: without cycles; may be null. */
        public Builder edges(List<WorkflowEdge> edges) {
            this.edges = edges;
            return this;
        }

        /**
         * Sets the field <code>nodes</code>: One <code>trigger</code> node, and the nodes that run after it, in any
         * order.
         */
        public Builder nodes(List<WorkflowNode> nodes) {
            this.nodes = nodes;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowGraph build() {
            return new WorkflowGraph(
                    description,
                    edges,
                    Values.required(nodes, "WorkflowGraph", "nodes"),
                    otherFields);
        }
    }
}
