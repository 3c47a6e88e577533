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
 * A sign-in. Addresses and user agents are not stored.
 *
 * @param createdAt The time of the sign-in, in UTC
 * @param current Whether this request uses the sign-in
 * @param expiresAt The expiry, unless the tokens are refreshed before
 * @param id The id of the sign-in, which begins with <code>ses_</code>
 * @param lastUsedAt The time of the last use, to the minute; null before the first request; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Session(
        @JsonProperty("created_at") OffsetDateTime createdAt,
        @JsonProperty("current") boolean current,
        @JsonProperty("expires_at") OffsetDateTime expiresAt,
        @JsonProperty("id") String id,
        @JsonProperty("last_used_at") OffsetDateTime lastUsedAt,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Session {
        otherFields = Values.hidden(otherFields);
    }
}
