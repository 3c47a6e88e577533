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
 * A link of the audit chain: an entry without its body.
 *
 * @param bodyDigest The salted digest of the body, in hexadecimal
 * @param hash The hash of the entry, in hexadecimal
 * @param previousHash The hash of the entry before it, in hexadecimal; zeros for the first entry
 * @param sequence The number of the entry in the chain, from 1
 * @param timestamp The time of the entry, in UTC
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditLink(
        @JsonProperty("bodyDigest") String bodyDigest,
        @JsonProperty("hash") String hash,
        @JsonProperty("previousHash") String previousHash,
        @JsonProperty("sequence") long sequence,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AuditLink {
        otherFields = Values.hidden(otherFields);
    }
}
