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
 * New values of the request limits.
 *
 * @param anonymous Requests per minute without a valid credential from one network address; null if the change does
 *     not name it
 * @param custom Requests per minute of an account whose tier has a custom limit; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RequestLimitSettingsChange(
        @JsonProperty("anonymous") Update<Long> anonymous,
        @JsonProperty("custom") Update<Long> custom,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RequestLimitSettingsChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.anonymous = anonymous;
        builder.custom = custom;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a RequestLimitSettingsChange. */
    public static final class Builder {

        private Update<Long> anonymous;
        private Update<Long> custom;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>anonymous</code>: Requests per minute without a valid credential from one network
         * address; null removes it.
         */
        public Builder anonymous(Long anonymous) {
            this.anonymous = Update.of(anonymous);
            return this;
        }

        /**
         * Sets the field <code>anonymous</code>: Requests per minute without a valid credential from one network
         * address; null removes it.
         */
        public Builder anonymous(long anonymous) {
            this.anonymous = Update.of(anonymous);
            return this;
        }

        /**
         * Sets the field <code>custom</code>: Requests per minute of an account whose tier has a custom limit; null
         * removes it.
         */
        public Builder custom(Long custom) {
            this.custom = Update.of(custom);
            return this;
        }

        /**
         * Sets the field <code>custom</code>: Requests per minute of an account whose tier has a custom limit; null
         * removes it.
         */
        public Builder custom(long custom) {
            this.custom = Update.of(custom);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public RequestLimitSettingsChange build() {
            return new RequestLimitSettingsChange(
                    anonymous,
                    custom,
                    otherFields);
        }
    }
}
