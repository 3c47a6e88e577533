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
 * Values of one type and device, sealed by the client.
 *
 * @param block The envelope, base64: one ciphertext, made by lockstep-fhe or a client library, of as many values as
 *     there are timestamps, in the type's canonical unit and fixed-point encoding (<code>GET /v1/sfdp/types</code>)
 * @param device The id or the name of a registered device, or any other name of at most 256 characters
 * @param keyId An FHE key of the caller in the client's custody
 * @param timestamps The time of each value, ascending: RFC 3339 with a time zone
 * @param type The type of all values in the block
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UploadBlockRequest(
        @JsonProperty("block") String block,
        @JsonProperty("device") String device,
        @JsonProperty("keyId") String keyId,
        @JsonProperty("timestamps") List<String> timestamps,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UploadBlockRequest {
        timestamps = Values.listOrEmpty(timestamps);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.block = block;
        builder.device = device;
        builder.keyId = keyId;
        builder.timestamps = timestamps;
        builder.type = type;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a UploadBlockRequest. */
    public static final class Builder {

        private String block;
        private String device;
        private String keyId;
        private List<String> timestamps;
        private String type;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>block</code>: The envelope, base64: one ciphertext, made by lockstep-fhe or a client
         * library, of as many values as there are timestamps, in the type's canonical unit and fixed-point encoding
         * (<code>GET /v1/sfdp/types</code>).
         */
        public Builder block(String block) {
            this.block = block;
            return this;
        }

        /**
         * Sets the field <code>device</code>: The id or the name of a registered device, or any other name of at most
         * 256 characters.
         */
        public Builder device(String device) {
            this.device = device;
            return this;
        }

        /** Sets the field <code>keyId</code>: An FHE key of the caller in the client's custody. */
        public Builder keyId(String keyId) {
            this.keyId = keyId;
            return this;
        }

        /** Sets the field <code>timestamps</code>: The time of each value, ascending: RFC 3339 with a time zone. */
        public Builder timestamps(List<String> timestamps) {
            this.timestamps = timestamps;
            return this;
        }

        /** Sets the field <code>type</code>: The type of all values in the block. */
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
        public UploadBlockRequest build() {
            return new UploadBlockRequest(
                    Values.required(block, "UploadBlockRequest", "block"),
                    Values.required(device, "UploadBlockRequest", "device"),
                    Values.required(keyId, "UploadBlockRequest", "keyId"),
                    Values.required(timestamps, "UploadBlockRequest", "timestamps"),
                    Values.required(type, "UploadBlockRequest", "type"),
                    otherFields);
        }
    }
}
