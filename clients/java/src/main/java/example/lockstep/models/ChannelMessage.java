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
 * A message of a channel.
 *
 * @param channel the field <code>channel</code>
 * @param id The id for <code>lastEventId</code>
 * @param payload The content; its fields depend on the type
 * @param timestamp The time of the event, in UTC
 * @param type The type of the event; <code>docs/events.md</code> lists the types of each channel
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ChannelMessage(
        @JsonProperty("channel") EventChannelName channel,
        @JsonProperty("id") String id,
        @JsonProperty("payload") Map<String, Object> payload,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ChannelMessage {
        payload = Values.mapOrEmpty(payload);
        otherFields = Values.hidden(otherFields);
    }
}
