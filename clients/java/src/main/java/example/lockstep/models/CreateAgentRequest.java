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
 * A custom agent to create.
 *
 * @param capabilities Names of tools, such as <code>metrics.read</code>, or of groups of tools: <code>points</code>,
 *     <code>metrics</code>, <code>insights</code>, <code>search</code>, <code>market</code>, <code>privacy</code>,
 *     <code>devices</code>, <code>audit</code>. An agent cannot combine tools that read private data, tools that read
 *     texts of other people, and tools that act outside the platform
 * @param configuration the field <code>configuration</code>; may be null
 * @param description The description, at most 10 000 characters; may be null
 * @param name The name, 1 to 256 printable characters
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateAgentRequest(
        @JsonProperty("capabilities") List<String> capabilities,
        @JsonProperty("configuration") CustomAgentConfigurationBody configuration,
        @JsonProperty("description") String description,
        @JsonProperty("name") String name,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateAgentRequest {
        capabilities = Values.listOrEmpty(capabilities);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.capabilities = capabilities;
        builder.configuration = configuration;
        builder.description = description;
        builder.name = name;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateAgentRequest. */
    public static final class Builder {

        private List<String> capabilities;
        private CustomAgentConfigurationBody configuration;
        private String description;
        private String name;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>capabilities</code>: Names of tools, such as <code>metrics.read</code>, or of groups of
         * tools: <code>points</code>, <code>metrics</code>, <code>insights</code>, <code>search</code>,
         * <code>market</code>, <code>privacy</code>, <code>devices</code>, <code>audit</code>. An agent cannot combine
         * tools that read private data, tools that read texts of other people, and tools that act outside the
         * platform.
         */
        public Builder capabilities(List<String> capabilities) {
            this.capabilities = capabilities;
            return this;
        }

        /** Sets the field <code>configuration</code>. */
        public Builder configuration(CustomAgentConfigurationBody configuration) {
            this.configuration = configuration;
            return this;
        }

        /** Sets the field <code>description</code>: The description, at most 10 000 characters; may be null. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** Sets the field <code>name</code>: The name, 1 to 256 printable characters. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CreateAgentRequest build() {
            return new CreateAgentRequest(
                    Values.required(capabilities, "CreateAgentRequest", "capabilities"),
                    configuration,
                    description,
                    Values.required(name, "CreateAgentRequest", "name"),
                    otherFields);
        }
    }
}
