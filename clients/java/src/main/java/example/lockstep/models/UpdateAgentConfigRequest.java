// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.Update;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A change of an agent's configuration.
 *
 * @param model The language model of a core agent, by its name in the operator's configuration; <code>builtin</code>
 *     for none. A custom agent has the model that it was created with; null if the change does not name it
 * @param parameters the field <code>parameters</code>
 * @param shareData Whether questions and decrypted values may be sent to a model on another machine; requires
 *     <code>model</code>; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateAgentConfigRequest(
        @JsonProperty("model") Update<String> model,
        @JsonProperty("parameters") AgentParametersChange parameters,
        @JsonProperty("shareData") Update<Boolean> shareData,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UpdateAgentConfigRequest {
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

    /** Makes a UpdateAgentConfigRequest. */
    public static final class Builder {

        private Update<String> model;
        private AgentParametersChange parameters;
        private Update<Boolean> shareData;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>model</code>: The language model of a core agent, by its name in the operator's
         * configuration; <code>builtin</code> for none. A custom agent has the model that it was created with; null
         * removes it.
         */
        public Builder model(String model) {
            this.model = Update.of(model);
            return this;
        }

        /** Sets the field <code>parameters</code>. */
        public Builder parameters(AgentParametersChange parameters) {
            this.parameters = parameters;
            return this;
        }

        /**
         * Sets the field <code>shareData</code>: Whether questions and decrypted values may be sent to a model on
         * another machine; requires <code>model</code>; null removes it.
         */
        public Builder shareData(Boolean shareData) {
            this.shareData = Update.of(shareData);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public UpdateAgentConfigRequest build() {
            return new UpdateAgentConfigRequest(
                    model,
                    Values.required(parameters, "UpdateAgentConfigRequest", "parameters"),
                    shareData,
                    otherFields);
        }
    }
}
