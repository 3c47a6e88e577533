// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A text message of the stream.
 *
 * @param id The id for <code>lastEventId</code>
 * @param payload the field <code>payload</code>
 * @param type the field <code>type</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StreamMessage(
        @JsonProperty("id") String id,
        @JsonProperty("payload") StreamMessagePayload payload,
        @JsonProperty("type") StreamMessageType type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public StreamMessage {
        otherFields = Values.hidden(otherFields);
    }
}
