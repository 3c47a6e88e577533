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
 * A webhook to create.
 *
 * @param description A note for the owner, at most 256 characters; may be null
 * @param eventTypes Names of <code>GET /v1/webhooks/event-types</code>
 * @param scope The accounts whose events are sent. Default: <code>own</code>. <code>administration</code> requires the
 *     role auditor or admin; may be null
 * @param url The <code>https</code> address of the receiver, at most 2048 bytes
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateWebhookRequest(
        @JsonProperty("description") String description,
        @JsonProperty("eventTypes") List<String> eventTypes,
        @JsonProperty("scope") WebhookScope scope,
        @JsonProperty("url") String url,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreateWebhookRequest {
        eventTypes = Values.listOrEmpty(eventTypes);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.description = description;
        builder.eventTypes = eventTypes;
        builder.scope = scope;
        builder.url = url;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a CreateWebhookRequest. */
    public static final class Builder {

        private String description;
        private List<String> eventTypes;
        private WebhookScope scope;
        private String url;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>description</code>: A note for the owner, at most 256 characters; may be null. */
        public Builder description(String description) {
            this.description = description;
            return this;
        }

        /** Sets the field <code>eventTypes</code>: Names of <code>GET /v1/webhooks/event-types</code>. */
        public Builder eventTypes(List<String> eventTypes) {
            this.eventTypes = eventTypes;
            return this;
        }

        /**
         * Sets the field <code>scope</code>: The accounts whose events are sent. Default: <code>own</code>.
         * <code>administration</code> requires the role auditor or admin; may be null.
         */
        public Builder scope(WebhookScope scope) {
            this.scope = scope;
            return this;
        }

        /** Sets the field <code>url</code>: The <code>https</code> address of the receiver, at most 2048 bytes. */
        public Builder url(String url) {
            this.url = url;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public CreateWebhookRequest build() {
            return new CreateWebhookRequest(
                    description,
                    Values.required(eventTypes, "CreateWebhookRequest", "eventTypes"),
                    scope,
                    Values.required(url, "CreateWebhookRequest", "url"),
                    otherFields);
        }
    }
}
