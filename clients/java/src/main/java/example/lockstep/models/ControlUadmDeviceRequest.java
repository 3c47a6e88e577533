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
 * A command to send.
 *
 * @param command The name of the command, 1 to 128 printable characters
 * @param expiresIn Seconds after which the command expires if the device has not answered: 1 to 604800, default 60;
 *     may be null
 * @param parameters The parameters of the command, at most 16 KiB as JSON; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ControlUadmDeviceRequest(
        @JsonProperty("command") String command,
        @JsonProperty("expires_in") Long expiresIn,
        @JsonProperty("parameters") Map<String, Object> parameters,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ControlUadmDeviceRequest {
        parameters = Values.map(parameters);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.command = command;
        builder.expiresIn = expiresIn;
        builder.parameters = parameters;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ControlUadmDeviceRequest. */
    public static final class Builder {

        private String command;
        private Long expiresIn;
        private Map<String, Object> parameters;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>command</code>: The name of the command, 1 to 128 printable characters. */
        public Builder command(String command) {
            this.command = command;
            return this;
        }

        /**
         * Sets the field <code>expires_in</code>: Seconds after which the command expires if the device has not
         * answered: 1 to 604800, default 60; may be null.
         */
        public Builder expiresIn(Long expiresIn) {
            this.expiresIn = expiresIn;
            return this;
        }

        /**
         * Sets the field <code>expires_in</code>: Seconds after which the command expires if the device has not
         * answered: 1 to 604800, default 60; may be null.
         */
        public Builder expiresIn(long expiresIn) {
            this.expiresIn = expiresIn;
            return this;
        }

        /** Sets the field <code>parameters</code>: The parameters of the command, at most 16 KiB as JSON; may be null. */
        public Builder parameters(Map<String, Object> parameters) {
            this.parameters = parameters;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ControlUadmDeviceRequest build() {
            return new ControlUadmDeviceRequest(
                    Values.required(command, "ControlUadmDeviceRequest", "command"),
                    expiresIn,
                    parameters,
                    otherFields);
        }
    }
}
