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
 * The run to start.
 *
 * @param dryRun Whether to plan the run without calling tools that change data. The run then shows the arguments of
 *     these calls; may be null
 * @param input The value of <code>input</code> in the trigger's output; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateWorkflowRunRequest(
        @JsonProperty("dryRun") Boolean dryRun,
        @JsonProperty("input") Map<String, Object> input,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateWorkflowRunRequest {
        input = Values.map(input);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.dryRun = dryRun;
        builder.input = input;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateWorkflowRunRequest. */
    public static final class Builder {

        private Boolean dryRun;
        private Map<String, Object> input;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>dryRun</code>: Whether to plan the run without calling tools that change data. The run
         * then shows the arguments of these calls; may be null.
         */
        public Builder dryRun(Boolean dryRun) {
            this.dryRun = dryRun;
            return this;
        }

        /** Sets the field <code>input</code>: The value of <code>input</code> in the trigger's output; may be null. */
        public Builder input(Map<String, Object> input) {
            this.input = input;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CreateWorkflowRunRequest build() {
            return new CreateWorkflowRunRequest(
                    dryRun,
                    input,
                    otherFields);
        }
    }
}
