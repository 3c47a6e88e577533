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
 * An identity at an OpenID provider that signs in to the account.
 *
 * @param createdAt The time when the identity was linked; null if the stored time is damaged; may be null
 * @param provider The name of the provider
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LinkedIdentity(
        @JsonProperty("created_at") OffsetDateTime createdAt,
        @JsonProperty("provider") String provider,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public LinkedIdentity {
        otherFields = Values.hidden(otherFields);
    }
}
