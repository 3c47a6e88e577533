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
 * A claim of a token.
 *
 * @param expiresAt The end of the claim's validity; null if unlimited; may be null
 * @param id The id of the claim. The certificate of the token names it
 * @param setup The origin of the proof's keys. <code>transparent</code>: a Bulletproof, which has no keys; no party
 *     can prove a false claim about the signed days. <code>local</code>: the platform made the keys and could prove
 *     anything. Under both, the platform signed the values of the days
 * @param statement The claim in sentences
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClaimSummary(
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("id") String id,
        @JsonProperty("setup") String setup,
        @JsonProperty("statement") String statement,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ClaimSummary {
        otherFields = Values.hidden(otherFields);
    }
}
