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
 * A deployment to create.
 *
 * @param agentId The id of a core agent or of a custom agent of the account
 * @param configuration the field <code>configuration</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeployPlatformAgentRequest(
        @JsonProperty("agent_id") String agentId,
        @JsonProperty("configuration") PlatformAgentConfiguration configuration,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DeployPlatformAgentRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.agentId = agentId;
        builder.configuration = configuration;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a DeployPlatformAgentRequest. */
    public static final class Builder {

        private String agentId;
        private PlatformAgentConfiguration configuration;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>agent_id</code>: The id of a core agent or of a custom agent of the account. */
        public Builder agentId(String agentId) {
            this.agentId = agentId;
            return this;
        }

        /** Sets the field <code>configuration</code>. */
        public Builder configuration(PlatformAgentConfiguration configuration) {
            this.configuration = configuration;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public DeployPlatformAgentRequest build() {
            return new DeployPlatformAgentRequest(
                    Values.required(agentId, "DeployPlatformAgentRequest", "agent_id"),
                    configuration,
                    otherFields);
        }
    }
}
