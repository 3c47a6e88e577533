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
 * The ceremony that an operator confirms for a verification key.
 *
 * @param name The name of the ceremony, 1 to 200 characters
 * @param vkDigest The SHA-256 of the verification key, 64 hexadecimal digits, as returned by
 *     <code>/v1/encryption</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConfirmCeremonyRequest(
        @JsonProperty("name") String name,
        @JsonProperty("vkDigest") String vkDigest,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ConfirmCeremonyRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.name = name;
        builder.vkDigest = vkDigest;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ConfirmCeremonyRequest. */
    public static final class Builder {

        private String name;
        private String vkDigest;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>name</code>: The name of the ceremony, 1 to 200 characters. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /**
         * Sets the field <code>vkDigest</code>: The SHA-256 of the verification key, 64 hexadecimal digits, as
         * returned by <code>/v1/encryption</code>.
         */
        public Builder vkDigest(String vkDigest) {
            this.vkDigest = vkDigest;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ConfirmCeremonyRequest build() {
            return new ConfirmCeremonyRequest(
                    Values.required(name, "ConfirmCeremonyRequest", "name"),
                    Values.required(vkDigest, "ConfirmCeremonyRequest", "vkDigest"),
                    otherFields);
        }
    }
}
