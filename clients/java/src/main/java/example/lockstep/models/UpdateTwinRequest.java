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
 * A change of the desired state.
 *
 * @param desired A merge patch (RFC 7396): null removes a member. The state has at most 16 KiB as JSON and 16 levels
 * @param version The version that the patch is for; with another one the request is refused with CONFLICT; null if the
 *     change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateTwinRequest(
        @JsonProperty("desired") Map<String, Object> desired,
        @JsonProperty("version") Update<Long> version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UpdateTwinRequest {
        desired = Values.mapOrEmpty(desired);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.desired = desired;
        builder.version = version;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a UpdateTwinRequest. */
    public static final class Builder {

        private Map<String, Object> desired;
        private Update<Long> version;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>desired</code>: A merge patch (RFC 7396): null removes a member. The state has at most
         * 16 KiB as JSON and 16 levels.
         */
        public Builder desired(Map<String, Object> desired) {
            this.desired = desired;
            return this;
        }

        /**
         * Sets the field <code>version</code>: The version that the patch is for; with another one the request is
         * refused with CONFLICT; null removes it.
         */
        public Builder version(Long version) {
            this.version = Update.of(version);
            return this;
        }

        /**
         * Sets the field <code>version</code>: The version that the patch is for; with another one the request is
         * refused with CONFLICT; null removes it.
         */
        public Builder version(long version) {
            this.version = Update.of(version);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public UpdateTwinRequest build() {
            return new UpdateTwinRequest(
                    Values.required(desired, "UpdateTwinRequest", "desired"),
                    version,
                    otherFields);
        }
    }
}
