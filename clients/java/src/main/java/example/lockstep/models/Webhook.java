// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * A webhook.
 *
 * @param createdAt The time of creation, in UTC
 * @param description A note for the owner, at most 256 characters; empty if the webhook has no note or the note cannot
 *     be read
 * @param eventTypes The selected event types in alphabetical order
 * @param failingSince The time of the first failed attempt since the last success; null if there was none; may be null
 * @param id The id of the webhook, which begins with <code>wh_</code>
 * @param lastDeliveredAt The time of the last success; null if there was none; may be null
 * @param pendingDeliveries The number of deliveries with a due or planned attempt
 * @param previousSecretExpiresAt The time until which messages are also signed with the previous secret; null if they
 *     are not; may be null
 * @param reason The reason why the platform stopped the webhook; null if it did not stop it; may be null
 * @param scope the field <code>scope</code>
 * @param secret The secret of the signatures. Only the answers of a creation and of a rotation show it; may be null
 * @param skippedEvents The number of events that were not queued, because the webhook was inactive, the account was
 *     suspended, or a limit was reached
 * @param status the field <code>status</code>
 * @param updatedAt The time of the last change of a field, the secret or the status, in UTC
 * @param url The address of the receiver; null if the stored address cannot be read; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Webhook(
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("description") String description,
        @JsonProperty("eventTypes") List<String> eventTypes,
        @JsonProperty("failingSince") OffsetDateTime failingSince,
        @JsonProperty("id") String id,
        @JsonProperty("lastDeliveredAt") OffsetDateTime lastDeliveredAt,
        @JsonProperty("pendingDeliveries") long pendingDeliveries,
        @JsonProperty("previousSecretExpiresAt") OffsetDateTime previousSecretExpiresAt,
        @JsonProperty("reason") WebhookStopReason reason,
        @JsonProperty("scope") WebhookScope scope,
        @JsonProperty("secret") String secret,
        @JsonProperty("skippedEvents") long skippedEvents,
        @JsonProperty("status") WebhookStatus status,
        @JsonProperty("updatedAt") OffsetDateTime updatedAt,
        @JsonProperty("url") String url,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Webhook {
        eventTypes = Values.listOrEmpty(eventTypes);
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "Webhook["
                + "createdAt=" + createdAt
                + ", description=" + description
                + ", eventTypes=" + eventTypes
                + ", failingSince=" + failingSince
                + ", id=" + id
                + ", lastDeliveredAt=" + lastDeliveredAt
                + ", pendingDeliveries=" + pendingDeliveries
                + ", previousSecretExpiresAt=" + previousSecretExpiresAt
                + ", reason=" + reason
                + ", scope=" + scope
                + ", secret=" + Values.secret(secret)
                + ", skippedEvents=" + skippedEvents
                + ", status=" + status
                + ", updatedAt=" + updatedAt
                + ", url=" + url
                + "]";
    }
}
