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
 * A workflow to store.
 *
 * @param baseVersion The number of the version that the change is based on. The request is refused if another version
 *     is the latest. Without this field, the change always becomes the latest version; may be null
 * @param enabled Whether the trigger starts runs; may be null
 * @param graph the field <code>graph</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReplaceWorkflowRequest(
        @JsonProperty("baseVersion") Long baseVersion,
        @JsonProperty("enabled") Boolean enabled,
        @JsonProperty("graph") WorkflowGraph graph,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ReplaceWorkflowRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.baseVersion = baseVersion;
        builder.enabled = enabled;
        builder.graph = graph;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ReplaceWorkflowRequest. */
    public static final class Builder {

        private Long baseVersion;
        private Boolean enabled;
        private WorkflowGraph graph;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>baseVersion</code>: The number of the version that the change is based on. The request
         * is refused if another version is the latest. Without this field, the change always becomes the latest
         * version; may be null.
         */
        public Builder baseVersion(Long baseVersion) {
            this.baseVersion = baseVersion;
            return this;
        }

        /**
         * Sets the field <code>baseVersion</code>: The number of the version that the change is based on. The request
         * is refused if another version is the latest. Without this field, the change always becomes the latest
         * version; may be null.
         */
        public Builder baseVersion(long baseVersion) {
            this.baseVersion = baseVersion;
            return this;
        }

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

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ReplaceWorkflowRequest build() {
            return new ReplaceWorkflowRequest(
                    baseVersion,
                    enabled,
                    Values.required(graph, "ReplaceWorkflowRequest", "graph"),
                    otherFields);
        }
    }
}
