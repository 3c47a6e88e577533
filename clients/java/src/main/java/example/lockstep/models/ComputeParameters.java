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
 * Parameters of the operation.
 *
 * @param precision For <code>weightedSum</code>: the decimals of the weights, 0 to 6. Default: 0 for whole numbers,
 *     otherwise 2; may be null
 * @param scheme <code>BFV</code> or <code>BFV-sum</code>; must equal the scheme of the operands; may be null
 * @param steps For <code>rotate</code>: the number of places to the left; may be null
 * @param weights For <code>weightedSum</code>: one weight per value. A weight with more decimals is refused, never
 *     rounded; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ComputeParameters(
        @JsonProperty("precision") Long precision,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("steps") Long steps,
        @JsonProperty("weights") List<Double> weights,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ComputeParameters {
        weights = Values.list(weights);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.precision = precision;
        builder.scheme = scheme;
        builder.steps = steps;
        builder.weights = weights;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ComputeParameters. */
    public static final class Builder {

        private Long precision;
        private String scheme;
        private Long steps;
        private List<Double> weights;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>precision</code>: For <code>weightedSum</code>: the decimals of the weights, 0 to 6.
         * Default: 0 for whole numbers, otherwise 2; may be null.
         */
        public Builder precision(Long precision) {
            this.precision = precision;
            return this;
        }

        /**
         * Sets the field <code>precision</code>: For <code>weightedSum</code>: the decimals of the weights, 0 to 6.
         * Default: 0 for whole numbers, otherwise 2; may be null.
         */
        public Builder precision(long precision) {
            this.precision = precision;
            return this;
        }

        /**
         * Sets the field <code>scheme</code>: <code>BFV</code> or <code>BFV-sum</code>; must equal the scheme of the
         * operands; may be null.
         */
        public Builder scheme(String scheme) {
            this.scheme = scheme;
            return this;
        }

        /** Sets the field <code>steps</code>: For <code>rotate</code>: the number of places to the left; may be null. */
        public Builder steps(Long steps) {
            this.steps = steps;
            return this;
        }

        /** Sets the field <code>steps</code>: For <code>rotate</code>: the number of places to the left; may be null. */
        public Builder steps(long steps) {
            this.steps = steps;
            return this;
        }

        /**
         * Sets the field <code>weights</code>: For <code>weightedSum</code>: one weight per value. A weight with more
         * decimals is refused, never rounded; may be null.
         */
        public Builder weights(List<Double> weights) {
            this.weights = weights;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ComputeParameters build() {
            return new ComputeParameters(
                    precision,
                    scheme,
                    steps,
                    weights,
                    otherFields);
        }
    }
}
