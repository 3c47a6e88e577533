// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.Update;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Changes of a webhook; absent fields stay unchanged.
 *
 * @param active <code>true</code> sends events from now on, also after the platform stopped the webhook;
 *     <code>false</code> ends it; null if the change does not name it
 * @param description A note for the owner; null if the change does not name it
 * @param eventTypes The event types to select instead of the present ones; <code>GET /v1/webhooks/event-types</code>
 *     lists them; null if the change does not name it
 * @param url The <code>https</code> address of the receiver; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateWebhookRequest(
        @JsonProperty("active") Update<Boolean> active,
        @JsonProperty("description") Update<String> description,
        @JsonProperty("eventTypes") Update<List<String>> eventTypes,
        @JsonProperty("url") Update<String> url,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UpdateWebhookRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.active = active;
        builder.description = description;
        builder.eventTypes = eventTypes;
        builder.url = url;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a UpdateWebhookRequest. */
    public static final class Builder {

        private Update<Boolean> active;
        private Update<String> description;
        private Update<List<String>> eventTypes;
        private Update<String> url;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>active</code>: <code>true</code> sends events from now on, also after the platform
         * stopped the webhook; <code>false</code> ends it; null removes it.
         */
        public Builder active(Boolean active) {
            this.active = Update.of(active);
            return this;
        }

        /** Sets the field <code>description</code>: A note for the owner; null removes it. */
        public Builder description(String description) {
            this.description = Update.of(description);
            return this;
        }

        /**
         * Sets the field <code>eventTypes</code>: The event types to select instead of the present ones; <code>GET
         * /v1/webhooks/event-types</code> lists them; null removes it.
         */
        public Builder eventTypes(List<String> eventTypes) {
            this.eventTypes = Update.of(eventTypes);
            return this;
        }

        /** Sets the field <code>url</code>: The <code>https</code> address of the receiver; null removes it. */
        public Builder url(String url) {
            this.url = Update.of(url);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public UpdateWebhookRequest build() {
            return new UpdateWebhookRequest(
                    active,
                    description,
                    eventTypes,
                    url,
                    otherFields);
        }
    }
}
