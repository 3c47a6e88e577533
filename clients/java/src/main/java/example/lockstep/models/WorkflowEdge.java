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
 * An edge: <code>to</code> runs after <code>from</code>.
 *
 * @param from The id of the node that runs first
 * @param to The id of the node that runs after <code>from</code>
 * @param when The result of the condition <code>from</code> for which this edge is followed; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowEdge(
        @JsonProperty("from") String from,
        @JsonProperty("to") String to,
        @JsonProperty("when") Boolean when,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WorkflowEdge {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.from = from;
        builder.to = to;
        builder.when = when;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowEdge. */
    public static final class Builder {

        private String from;
        private String to;
        private Boolean when;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>from</code>: The id of the node that runs first. */
        public Builder from(String from) {
            this.from = from;
            return this;
        }

        /** Sets the field <code>to</code>: The id of the node that runs after <code>from</code>. */
        public Builder to(String to) {
            this.to = to;
            return this;
        }

        /**
         * Sets the field <code>when</code>: The result of the condition <code>from</code> for which this edge is
         * followed; may be null.
         */
        public Builder when(Boolean when) {
            this.when = when;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowEdge build() {
            return new WorkflowEdge(
                    Values.required(from, "WorkflowEdge", "from"),
                    Values.required(to, "WorkflowEdge", "to"),
                    when,
                    otherFields);
        }
    }
}
