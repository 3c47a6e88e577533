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
 * An event type that a webhook can select.
 *
 * @param description A sentence that says when the event is sent
 * @param name The name for <code>eventTypes</code> of a webhook
 * @param scopes The scopes that offer the event type
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WebhookEventType(
        @JsonProperty("description") String description,
        @JsonProperty("name") String name,
        @JsonProperty("scopes") List<WebhookScope> scopes,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WebhookEventType {
        scopes = Values.listOrEmpty(scopes);
        otherFields = Values.hidden(otherFields);
    }
}
