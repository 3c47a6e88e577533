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
 * @param createdAt the field <code>createdAt</code>
 * @param name the field <code>name</code>
 * @param vkDigest the field <code>vkDigest</code>
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
