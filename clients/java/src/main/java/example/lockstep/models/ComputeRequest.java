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
 * The operation and its operands.
 *
 * @param operands Envelopes of mode FHE under one key, base64
 * @param operation With two operands: <code>add</code>, <code>subtract</code>, <code>multiply</code>,
 *     <code>dot</code>. With one: <code>negate</code>, <code>square</code>, <code>sum</code>, <code>mean</code>,
 *     <code>variance</code>, <code>rotate</code>, <code>weightedSum</code>
 * @param parameters the field <code>parameters</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ComputeRequest(
        @JsonProperty("operands") List<String> operands,
        @JsonProperty("operation") String operation,
        @JsonProperty("parameters") ComputeParameters parameters,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ComputeRequest {
        operands = Values.listOrEmpty(operands);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.operands = operands;
        builder.operation = operation;
        builder.parameters = parameters;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ComputeRequest. */
    public static final class Builder {

        private List<String> operands;
        private String operation;
        private ComputeParameters parameters;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>operands</code>: Envelopes of mode FHE under one key, base64. */
        public Builder operands(List<String> operands) {
            this.operands = operands;
            return this;
        }

        /**
         * Sets the field <code>operation</code>: With two operands: <code>add</code>, <code>subtract</code>,
         * <code>multiply</code>, <code>dot</code>. With one: <code>negate</code>, <code>square</code>,
         * <code>sum</code>, <code>mean</code>, <code>variance</code>, <code>rotate</code>, <code>weightedSum</code>.
         */
        public Builder operation(String operation) {
            this.operation = operation;
            return this;
        }

        /** Sets the field <code>parameters</code>. */
        public Builder parameters(ComputeParameters parameters) {
            this.parameters = parameters;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ComputeRequest build() {
            return new ComputeRequest(
                    Values.required(operands, "ComputeRequest", "operands"),
                    Values.required(operation, "ComputeRequest", "operation"),
                    parameters,
                    otherFields);
        }
    }
}
