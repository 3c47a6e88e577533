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
 * The first acknowledgement of an alert.
 *
 * @param at The time of the acknowledgement, in UTC
 * @param id The account's id; null after its erasure; may be null
 * @param name The account's user name; null after its erasure; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AlertAcknowledgement(
        @JsonProperty("at") OffsetDateTime at,
        @JsonProperty("id") String id,
        @JsonProperty("name") String name,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AlertAcknowledgement {
        otherFields = Values.hidden(otherFields);
    }
}
