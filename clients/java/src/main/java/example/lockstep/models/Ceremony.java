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
 * A verification key with the ceremony that produced it.
 *
 * @param createdAt The time of the confirmation: RFC 3339, UTC
 * @param name The name that the administrator gave the ceremony, 1 to 200 characters
 * @param vkDigest The SHA-256 of the verification key: 64 lower-case hexadecimal digits
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Ceremony(
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("name") String name,
        @JsonProperty("vkDigest") String vkDigest,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Ceremony {
        otherFields = Values.hidden(otherFields);
    }
}
