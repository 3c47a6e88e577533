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
 * A version to return to.
 *
 * @param version The number of an earlier version, as <code>GET
 *     /v1/agents/workflows/&#123;workflowId&#125;/versions</code> lists it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RollBackWorkflowRequest(
        @JsonProperty("version") long version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RollBackWorkflowRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.version = version;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a RollBackWorkflowRequest. */
    public static final class Builder {

        private Long version;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>version</code>: The number of an earlier version, as <code>GET
         * /v1/agents/workflows/&#123;workflowId&#125;/versions</code> lists it.
         */
        public Builder version(long version) {
            this.version = version;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public RollBackWorkflowRequest build() {
            return new RollBackWorkflowRequest(
                    Values.required(version, "RollBackWorkflowRequest", "version"),
                    otherFields);
        }
    }
}
