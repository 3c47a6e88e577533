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
 * A UADM device to register.
 *
 * @param configuration Settings for the device, at most 16 KiB as JSON. The server stores them and does not read them;
 *     may be null
 * @param deviceId The id of a registered device of the fitness API, which becomes a UADM device;
 *     <code>device_type</code> and <code>name</code> must be its own; may be null
 * @param deviceType The kind of device, 1 to 64 printable characters
 * @param encryptionMode The encryption mode of the points that the device sends; default <code>none</code>; may be
 *     null
 * @param name The name, unique among the account's devices, 1 to 256 printable characters
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RegisterUadmDeviceRequest(
        @JsonProperty("configuration") Map<String, Object> configuration,
        @JsonProperty("device_id") String deviceId,
        @JsonProperty("device_type") String deviceType,
        @JsonProperty("encryption_mode") DeviceEncryptionMode encryptionMode,
        @JsonProperty("name") String name,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RegisterUadmDeviceRequest {
        configuration = Values.map(configuration);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.configuration = configuration;
        builder.deviceId = deviceId;
        builder.deviceType = deviceType;
        builder.encryptionMode = encryptionMode;
        builder.name = name;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a RegisterUadmDeviceRequest. */
    public static final class Builder {

        private Map<String, Object> configuration;
        private String deviceId;
        private String deviceType;
        private DeviceEncryptionMode encryptionMode;
        private String name;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>configuration</code>: Settings for the device, at most 16 KiB as JSON. The server
         * stores them and does not read them; may be null.
         */
        public Builder configuration(Map<String, Object> configuration) {
            this.configuration = configuration;
            return this;
        }

        /**
         * Sets the field <code>device_id</code>: The id of a registered device of the fitness API, which becomes a
         * UADM device; <code>device_type</code> and <code>name</code> must be its own; may be null.
         */
        public Builder deviceId(String deviceId) {
            this.deviceId = deviceId;
            return this;
        }

        /** Sets the field <code>device_type</code>: The kind of device, 1 to 64 printable characters. */
        public Builder deviceType(String deviceType) {
            this.deviceType = deviceType;
            return this;
        }

        /**
         * Sets the field <code>encryption_mode</code>: The encryption mode of the points that the device sends;
         * default <code>none</code>; may be null.
         */
        public Builder encryptionMode(DeviceEncryptionMode encryptionMode) {
            this.encryptionMode = encryptionMode;
            return this;
        }

        /**
         * Sets the field <code>name</code>: The name, unique among the account's devices, 1 to 256 printable
         * characters.
         */
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
        public RegisterUadmDeviceRequest build() {
            return new RegisterUadmDeviceRequest(
                    configuration,
                    deviceId,
                    Values.required(deviceType, "RegisterUadmDeviceRequest", "device_type"),
                    encryptionMode,
                    Values.required(name, "RegisterUadmDeviceRequest", "name"),
                    otherFields);
        }
    }
}
