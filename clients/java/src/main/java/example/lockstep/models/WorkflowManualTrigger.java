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
 * The workflow runs when a request starts it.
 *
 * @param type The kind of this object: always <code>manual</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowManualTrigger(
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements WorkflowTrigger {

    /** Makes a value of all fields. */
    public WorkflowManualTrigger {
        type = type == null ? "manual" : type;
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowManualTrigger. */
    public static final class Builder {

        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowManualTrigger build() {
            return new WorkflowManualTrigger(
                    null,
                    otherFields);
        }
    }
}
