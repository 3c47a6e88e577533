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
 * The rotation of a secret.
 *
 * @param overlapSeconds The seconds for which messages are also signed with the previous secret: 0 to 604800, by
 *     default 86400; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RotateWebhookSecretRequest(
        @JsonProperty("overlapSeconds") Long overlapSeconds,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RotateWebhookSecretRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.overlapSeconds = overlapSeconds;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a RotateWebhookSecretRequest. */
    public static final class Builder {

        private Long overlapSeconds;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>overlapSeconds</code>: The seconds for which messages are also signed with the previous
         * secret: 0 to 604800, by default 86400; may be null.
         */
        public Builder overlapSeconds(Long overlapSeconds) {
            this.overlapSeconds = overlapSeconds;
            return this;
        }

        /**
         * Sets the field <code>overlapSeconds</code>: The seconds for which messages are also signed with the previous
         * secret: 0 to 604800, by default 86400; may be null.
         */
        public Builder overlapSeconds(long overlapSeconds) {
            this.overlapSeconds = overlapSeconds;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public RotateWebhookSecretRequest build() {
            return new RotateWebhookSecretRequest(
                    overlapSeconds,
                    otherFields);
        }
    }
}
