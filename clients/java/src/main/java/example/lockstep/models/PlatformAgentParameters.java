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
 * Parameters of an agent. An absent parameter keeps its value.
 *
 * @param searchDepth The depth of a search: 20 records of each list and 5 calls of tools for each step; may be null
 * @param timeout The maximum duration of an answer in seconds; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlatformAgentParameters(
        @JsonProperty("search_depth") Double searchDepth,
        @JsonProperty("timeout") Double timeout,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PlatformAgentParameters {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.searchDepth = searchDepth;
        builder.timeout = timeout;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a PlatformAgentParameters. */
    public static final class Builder {

        private Double searchDepth;
        private Double timeout;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>search_depth</code>: The depth of a search: 20 records of each list and 5 calls of
         * tools for each step; may be null.
         */
        public Builder searchDepth(Double searchDepth) {
            this.searchDepth = searchDepth;
            return this;
        }

        /**
         * Sets the field <code>search_depth</code>: The depth of a search: 20 records of each list and 5 calls of
         * tools for each step; may be null.
         */
        public Builder searchDepth(double searchDepth) {
            this.searchDepth = searchDepth;
            return this;
        }

        /** Sets the field <code>timeout</code>: The maximum duration of an answer in seconds; may be null. */
        public Builder timeout(Double timeout) {
            this.timeout = timeout;
            return this;
        }

        /** Sets the field <code>timeout</code>: The maximum duration of an answer in seconds; may be null. */
        public Builder timeout(double timeout) {
            this.timeout = timeout;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public PlatformAgentParameters build() {
            return new PlatformAgentParameters(
                    searchDepth,
                    timeout,
                    otherFields);
        }
    }
}
