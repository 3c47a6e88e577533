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
 * The desired or the reported state of a device twin.
 *
 * @param state The members as they are now, at most 16 KiB as JSON and 16 levels deep; empty before the first change
 * @param updatedAt The time of the last change; null before the first; may be null
 * @param version The number of changes; 0 before the first
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TwinState(
        @JsonProperty("state") Map<String, Object> state,
        @JsonProperty("updated_at") OffsetDateTime updatedAt,
        @JsonProperty("version") long version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TwinState {
        state = Values.mapOrEmpty(state);
        otherFields = Values.hidden(otherFields);
    }
}
