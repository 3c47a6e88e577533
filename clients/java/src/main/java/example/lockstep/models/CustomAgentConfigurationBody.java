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
 * The model of a custom agent.
 *
 * @param model <code>builtin</code> (no language model), or the name of a model that the operator configured; may be
 *     null
 * @param parameters the field <code>parameters</code>; may be null
 * @param shareData Whether questions and decrypted values may be sent to a model on another machine. Such a model
 *     requires <code>true</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CustomAgentConfigurationBody(
        @JsonProperty("model") String model,
        @JsonProperty("parameters") AgentModelParametersBody parameters,
        @JsonProperty("shareData") Boolean shareData,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CustomAgentConfigurationBody {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.model = model;
        builder.parameters = parameters;
        builder.shareData = shareData;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CustomAgentConfigurationBody. */
    public static final class Builder {

        private String model;
        private AgentModelParametersBody parameters;
        private Boolean shareData;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>model</code>: <code>builtin</code> (no language model), or the name of a model that the
         * operator configured; may be null.
         */
        public Builder model(String model) {
            this.model = model;
            return this;
        }

        /** Sets the field <code>parameters</code>. */
        public Builder parameters(AgentModelParametersBody parameters) {
            this.parameters = parameters;
            return this;
        }

        /**
         * Sets the field <code>shareData</code>: Whether questions and decrypted values may be sent to a model on
         * another machine. Such a model requires <code>true</code>; may be null.
         */
        public Builder shareData(Boolean shareData) {
            this.shareData = shareData;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CustomAgentConfigurationBody build() {
            return new CustomAgentConfigurationBody(
                    model,
                    parameters,
                    shareData,
                    otherFields);
        }
    }
}
