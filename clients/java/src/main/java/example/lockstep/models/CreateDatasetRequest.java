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
 * A dataset to create.
 *
 * @param data The data: an object whose members are arrays of one length is a table of columns; any other object is
 *     one row. For a large table, leave it out and send the table with <code>PUT
 *     /api/datasets/&#123;dataset_id&#125;/data</code>; may be null
 * @param description The description, at most 10 000 characters; may be null
 * @param encryptionMode <code>none</code>: sealed under the account's own key. <code>basic</code>: sealed under a key
 *     of the mode Basic. <code>fhe</code>: numeric columns are ciphertexts that support sums, means and variances.
 *     <code>zk</code>: numeric columns are committed to
 * @param name The name, 1 to 256 printable characters
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateDatasetRequest(
        @JsonProperty("data") Map<String, Object> data,
        @JsonProperty("description") String description,
        @JsonProperty("encryption_mode") DatasetEncryptionMode encryptionMode,
        @JsonProperty("name") String name,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateDatasetRequest {
        data = Values.map(data);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.data = data;
        builder.description = description;
        builder.encryptionMode = encryptionMode;
        builder.name = name;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateDatasetRequest. */
    public static final class Builder {

        private Map<String, Object> data;
        private String description;
        private DatasetEncryptionMode encryptionMode;
        private String name;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>data</code>: The data: an object whose members are arrays of one length is a table of
         * columns; any other object is one row. For a large table, leave it out and send the table with <code>PUT
         * /api/datasets/&#123;dataset_id&#125;/data</code>; may be null.
         */
        public Builder data(Map<String, Object> data) {
            this.data = data;
            return this;
        }

        /** Sets the field <code>description</code>: The description, at most 10 000 characters; may be null. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /**
         * Sets the field <code>encryption_mode</code>: <code>none</code>: sealed under the account's own key.
         * <code>basic</code>: sealed under a key of the mode Basic. <code>fhe</code>: numeric columns are ciphertexts
         * that support sums, means and variances. <code>zk</code>: numeric columns are committed to.
         */
        public Builder encryptionMode(DatasetEncryptionMode encryptionMode) {
            this.encryptionMode = encryptionMode;
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
        public CreateDatasetRequest build() {
            return new CreateDatasetRequest(
                    data,
                    description,
                    Values.required(encryptionMode, "CreateDatasetRequest", "encryption_mode"),
                    Values.required(name, "CreateDatasetRequest", "name"),
                    otherFields);
        }
    }
}
