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
 * An unusual sign-in, or a series of attempts.
 *
 * @param count The number of attempts; 1 for a sign-in
 * @param kind the field <code>kind</code>
 * @param network A keyed digest of the network of the sign-in; null for other findings. Addresses are not stored; may
 *     be null
 * @param time The time, or that of the last of several attempts
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UnusualSignIn(
        @JsonProperty("count") long count,
        @JsonProperty("kind") UnusualSignInKind kind,
        @JsonProperty("network") String network,
        @JsonProperty("time") OffsetDateTime time,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UnusualSignIn {
        otherFields = Values.hidden(otherFields);
    }
}
