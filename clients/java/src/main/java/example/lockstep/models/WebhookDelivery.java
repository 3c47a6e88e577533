// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * A delivery of an event to a webhook.
 *
 * @param attempts The attempts so far; a resent delivery counts from 0 again
 * @param createdAt The time at which the delivery was queued, in UTC
 * @param durationMs The duration of the last attempt in milliseconds; null before the first attempt; may be null
 * @param error The reason why the last attempt failed; null if it succeeded; may be null
 * @param eventType A name of <code>GET /v1/webhooks/event-types</code>, or <code>webhook.test</code>
 * @param id The value of the header <code>webhook-id</code>, the same in every attempt
 * @param lastAttemptAt The time of the last attempt; null before the first; may be null
 * @param nextAttemptAt The time of the next attempt; null if none is planned; may be null
 * @param status the field <code>status</code>
 * @param statusCode The status of the last answer; null if there was no answer; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WebhookDelivery(
        @JsonProperty("attempts") long attempts,
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("durationMs") Long durationMs,
        @JsonProperty("error") WebhookAttemptError error,
        @JsonProperty("eventType") String eventType,
        @JsonProperty("id") String id,
        @JsonProperty("lastAttemptAt") OffsetDateTime lastAttemptAt,
        @JsonProperty("nextAttemptAt") OffsetDateTime nextAttemptAt,
        @JsonProperty("status") WebhookDeliveryStatus status,
        @JsonProperty("statusCode") Long statusCode,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WebhookDelivery {
        otherFields = Values.hidden(otherFields);
    }
}
