// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * The event types that webhooks can select.
 *
 * @param eventTypes The event types in alphabetical order
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WebhookEventTypes(
        @JsonProperty("eventTypes") List<WebhookEventType> eventTypes,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WebhookEventTypes {
        eventTypes = Values.listOrEmpty(eventTypes);
        otherFields = Values.hidden(otherFields);
    }
}
