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
 * The key to generate.
 *
 * @param mode <code>Basic</code>, <code>FHE</code> or <code>ZK</code>
 * @param parameters the field <code>parameters</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GenerateKeyRequest(
        @JsonProperty("mode") String mode,
        @JsonProperty("parameters") KeyParameters parameters,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public GenerateKeyRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.mode = mode;
        builder.parameters = parameters;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a GenerateKeyRequest. */
    public static final class Builder {

        private String mode;
        private KeyParameters parameters;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>mode</code>: <code>Basic</code>, <code>FHE</code> or <code>ZK</code>. */
        public Builder mode(String mode) {
            this.mode = mode;
            return this;
        }

        /** Sets the field <code>parameters</code>. */
        public Builder parameters(KeyParameters parameters) {
            this.parameters = parameters;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public GenerateKeyRequest build() {
            return new GenerateKeyRequest(
                    Values.required(mode, "GenerateKeyRequest", "mode"),
                    parameters,
                    otherFields);
        }
    }
}
