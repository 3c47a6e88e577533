// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An API key to create.
 *
 * @param expiresAt The time of expiry. Without it, the key is valid until it is deleted; may be null
 * @param name The name of the key, 1 to 100 characters
 * @param scopes Area names with <code>:read</code> or <code>:write</code>. Empty: everything the role permits; may be
 *     null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateApiKeyRequest(
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("name") String name,
        @JsonProperty("scopes") List<String> scopes,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateApiKeyRequest {
        scopes = Values.list(scopes);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.expiresAt = expiresAt;
        builder.name = name;
        builder.scopes = scopes;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateApiKeyRequest. */
    public static final class Builder {

        private OffsetDateTime expiresAt;
        private String name;
        private List<String> scopes;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>expiresAt</code>: The time of expiry. Without it, the key is valid until it is deleted;
         * may be null.
         */
        public Builder expiresAt(OffsetDateTime expiresAt) {
            this.expiresAt = expiresAt;
            return this;
        }

        /** Sets the field <code>name</code>: The name of the key, 1 to 100 characters. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /**
         * Sets the field <code>scopes</code>: Area names with <code>:read</code> or <code>:write</code>. Empty:
         * everything the role permits; may be null.
         */
        public Builder scopes(List<String> scopes) {
            this.scopes = scopes;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CreateApiKeyRequest build() {
            return new CreateApiKeyRequest(
                    expiresAt,
                    Values.required(name, "CreateApiKeyRequest", "name"),
                    scopes,
                    otherFields);
        }
    }
}
