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
 * The parameters of a model.
 *
 * @param maxTokens The maximum number of tokens of an answer; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentModelParametersBody(
        @JsonProperty("maxTokens") Double maxTokens,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentModelParametersBody {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.maxTokens = maxTokens;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AgentModelParametersBody. */
    public static final class Builder {

        private Double maxTokens;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>maxTokens</code>: The maximum number of tokens of an answer; may be null. */
        public Builder maxTokens(Double maxTokens) {
            this.maxTokens = maxTokens;
            return this;
        }

        /** Sets the field <code>maxTokens</code>: The maximum number of tokens of an answer; may be null. */
        public Builder maxTokens(double maxTokens) {
            this.maxTokens = maxTokens;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AgentModelParametersBody build() {
            return new AgentModelParametersBody(
                    maxTokens,
                    otherFields);
        }
    }
}
