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
 * An alert: a rule whose condition is met or was met earlier.
 *
 * @param acknowledgement The first acknowledgement; null before an administrator acknowledged the alert; may be null
 * @param endedAt The time when the condition of the rule ended; null while it is met; may be null
 * @param id The id of the alert, which begins with <code>alr_</code>
 * @param lastSeen The last time when the condition of the rule was met, to the minute
 * @param message The problem and the remedy
 * @param since The time when the condition of the rule was first met
 * @param subject The object that the alert concerns, such as the id of an account; empty if it concerns the
 *     installation
 * @param type The name of the rule
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Alert(
        @JsonProperty("acknowledgement") AlertAcknowledgement acknowledgement,
        @JsonProperty("endedAt") OffsetDateTime endedAt,
        @JsonProperty("id") String id,
        @JsonProperty("lastSeen") OffsetDateTime lastSeen,
        @JsonProperty("message") String message,
        @JsonProperty("since") OffsetDateTime since,
        @JsonProperty("subject") String subject,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Alert {
        otherFields = Values.hidden(otherFields);
    }
}
