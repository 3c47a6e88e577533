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
 * Points to store.
 *
 * @param chunkSize The maximum number of points in an encrypted block; the default for <code>FHE</code> is 8192. A
 *     ciphertext holds at least 256 points, because each takes 150 KB: under <code>FHE</code> with a smaller size,
 *     points stay in sealed columns under the same key, with the same results; may be null
 * @param data 1 to 100 000 points. A point with the device, type and millisecond of a stored point replaces it
 * @param encryptionMode The encryption mode; <code>ENCRYPTION_ERROR</code> if it is not available. Default: the mode
 *     of each point's device, or the account's own key only; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PointUpload(
        @JsonProperty("chunkSize") Long chunkSize,
        @JsonProperty("data") List<FitnessDataPoint> data,
        @JsonProperty("encryptionMode") EncryptionMode encryptionMode,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PointUpload {
        data = Values.listOrEmpty(data);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.chunkSize = chunkSize;
        builder.data = data;
        builder.encryptionMode = encryptionMode;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a PointUpload. */
    public static final class Builder {

        private Long chunkSize;
        private List<FitnessDataPoint> data;
        private EncryptionMode encryptionMode;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>chunkSize</code>: The maximum number of points in an encrypted block; the default for
         * <code>FHE</code> is 8192. A ciphertext holds at least 256 points, because each takes 150 KB: under
         * <code>FHE</code> with a smaller size, points stay in sealed columns under the same key, with the same
         * results; may be null.
         */
        public Builder chunkSize(Long chunkSize) {
            this.chunkSize = chunkSize;
            return this;
        }

        /**
         * Sets the field <code>chunkSize</code>: The maximum number of points in an encrypted block; the default for
         * <code>FHE</code> is 8192. A ciphertext holds at least 256 points, because each takes 150 KB: under
         * <code>FHE</code> with a smaller size, points stay in sealed columns under the same key, with the same
         * results; may be null.
         */
        public Builder chunkSize(long chunkSize) {
            this.chunkSize = chunkSize;
            return this;
        }

        /**
         * Sets the field <code>data</code>: 1 to 100 000 points. A point with the device, type and millisecond of a
         * stored point replaces it.
         */
        public Builder data(List<FitnessDataPoint> data) {
            this.data = data;
            return this;
        }

        /**
         * Sets the field <code>encryptionMode</code>: The encryption mode; <code>ENCRYPTION_ERROR</code> if it is not
         * available. Default: the mode of each point's device, or the account's own key only; may be null.
         */
        public Builder encryptionMode(EncryptionMode encryptionMode) {
            this.encryptionMode = encryptionMode;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public PointUpload build() {
            return new PointUpload(
                    chunkSize,
                    Values.required(data, "PointUpload", "data"),
                    encryptionMode,
                    otherFields);
        }
    }
}
