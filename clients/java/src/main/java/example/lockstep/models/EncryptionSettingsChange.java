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
 * New values of the settings of account keys.
 *
 * @param autoRotateKeys Whether a key whose period has ended is rotated automatically; null if the change does not
 *     name it
 * @param defaultType The mode of an upload that names <code>chunkSize</code> and no mode. <code>AES</code> is the mode
 *     <code>Basic</code>; null if the change does not name it
 * @param minKeyLength The smallest allowed <code>securityLevel</code>: 128, 192 or 256 bits; null if the change does
 *     not name it
 * @param rotationPeriod The days until a key is due for rotation; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EncryptionSettingsChange(
        @JsonProperty("autoRotateKeys") Update<Boolean> autoRotateKeys,
        @JsonProperty("defaultType") Update<DefaultEncryptionType> defaultType,
        @JsonProperty("minKeyLength") Update<Long> minKeyLength,
        @JsonProperty("rotationPeriod") Update<Long> rotationPeriod,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public EncryptionSettingsChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.autoRotateKeys = autoRotateKeys;
        builder.defaultType = defaultType;
        builder.minKeyLength = minKeyLength;
        builder.rotationPeriod = rotationPeriod;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a EncryptionSettingsChange. */
    public static final class Builder {

        private Update<Boolean> autoRotateKeys;
        private Update<DefaultEncryptionType> defaultType;
        private Update<Long> minKeyLength;
        private Update<Long> rotationPeriod;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>autoRotateKeys</code>: Whether a key whose period has ended is rotated automatically;
         * null removes it.
         */
        public Builder autoRotateKeys(Boolean autoRotateKeys) {
            this.autoRotateKeys = Update.of(autoRotateKeys);
            return this;
        }

        /**
         * Sets the field <code>defaultType</code>: The mode of an upload that names <code>chunkSize</code> and no
         * mode. <code>AES</code> is the mode <code>Basic</code>; null removes it.
         */
        public Builder defaultType(DefaultEncryptionType defaultType) {
            this.defaultType = Update.of(defaultType);
            return this;
        }

        /**
         * Sets the field <code>minKeyLength</code>: The smallest allowed <code>securityLevel</code>: 128, 192 or 256
         * bits; null removes it.
         */
        public Builder minKeyLength(Long minKeyLength) {
            this.minKeyLength = Update.of(minKeyLength);
            return this;
        }

        /**
         * Sets the field <code>minKeyLength</code>: The smallest allowed <code>securityLevel</code>: 128, 192 or 256
         * bits; null removes it.
         */
        public Builder minKeyLength(long minKeyLength) {
            this.minKeyLength = Update.of(minKeyLength);
            return this;
        }

        /** Sets the field <code>rotationPeriod</code>: The days until a key is due for rotation; null removes it. */
        public Builder rotationPeriod(Long rotationPeriod) {
            this.rotationPeriod = Update.of(rotationPeriod);
            return this;
        }

        /** Sets the field <code>rotationPeriod</code>: The days until a key is due for rotation; null removes it. */
        public Builder rotationPeriod(long rotationPeriod) {
            this.rotationPeriod = Update.of(rotationPeriod);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public EncryptionSettingsChange build() {
            return new EncryptionSettingsChange(
                    autoRotateKeys,
                    defaultType,
                    minKeyLength,
                    rotationPeriod,
                    otherFields);
        }
    }
}
