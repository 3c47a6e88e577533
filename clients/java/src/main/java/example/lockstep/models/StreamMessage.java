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
 * @param payload <code>data</code>: a point that was stored, as sent, with its id. <code>insight</code>: one that was
 *     generated. <code>activity</code>: the id of an activity that was created, changed, deleted or detected.
 *     <code>metric</code>: the metrics as <code>GET /v1/sfdp/metrics</code> gives them by default
 * @param type the field <code>type</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StreamMessage(
        @JsonProperty("id") String id,
        @JsonProperty("payload") StreamPayload payload,
        @JsonProperty("type") StreamMessageType type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public StreamMessage {
        otherFields = Values.hidden(otherFields);
    }
}
