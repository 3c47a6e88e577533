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
 * A device to register.
 *
 * @param capabilities The quantities that the device measures, or its functions: at most 64 texts of 1 to 64 printable
 *     characters; may be empty
 * @param encryptionMode The encryption mode of the device's points; <code>ENCRYPTION_ERROR</code> if it is not
 *     available. The device is <code>pending</code> while a key is being created, and can already send points; may be
 *     null
 * @param name The name, unique among the account's devices; points can use it
 * @param type The kind of device as free text, 1 to 64 printable characters
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RegisterDeviceRequest(
        @JsonProperty("capabilities") List<String> capabilities,
        @JsonProperty("encryptionMode") EncryptionMode encryptionMode,
        @JsonProperty("name") String name,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RegisterDeviceRequest {
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
        builder.encryptionMode = encryptionMode;
        builder.name = name;
        builder.type = type;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a RegisterDeviceRequest. */
    public static final class Builder {

        private List<String> capabilities;
        private EncryptionMode encryptionMode;
        private String name;
        private String type;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>capabilities</code>: The quantities that the device measures, or its functions: at most
         * 64 texts of 1 to 64 printable characters; may be empty.
         */
        public Builder capabilities(List<String> capabilities) {
            this.capabilities = capabilities;
            return this;
        }

        /**
         * Sets the field <code>encryptionMode</code>: The encryption mode of the device's points;
         * <code>ENCRYPTION_ERROR</code> if it is not available. The device is <code>pending</code> while a key is
         * being created, and can already send points; may be null.
         */
        public Builder encryptionMode(EncryptionMode encryptionMode) {
            this.encryptionMode = encryptionMode;
            return this;
        }

        /** Sets the field <code>name</code>: The name, unique among the account's devices; points can use it. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /** Sets the field <code>type</code>: The kind of device as free text, 1 to 64 printable characters. */
        public Builder type(String type) {
            this.type = type;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public RegisterDeviceRequest build() {
            return new RegisterDeviceRequest(
                    Values.required(capabilities, "RegisterDeviceRequest", "capabilities"),
                    encryptionMode,
                    Values.required(name, "RegisterDeviceRequest", "name"),
                    Values.required(type, "RegisterDeviceRequest", "type"),
                    otherFields);
        }
    }
}
