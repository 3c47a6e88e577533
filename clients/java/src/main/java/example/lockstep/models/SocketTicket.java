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
 * A ticket that opens one socket.
 *
 * @param expiresAt The expiry: 30 seconds from now, or the end of the credential if that is sooner
 * @param ticket The ticket: offer the subprotocols <code>lockstep.v1</code> and <code>ticket.</code> followed by it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SocketTicket(
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("ticket") String ticket,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SocketTicket {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "SocketTicket["
                + "expiresAt=" + expiresAt
                + ", ticket=" + Values.secret(ticket)
                + "]";
    }
}
