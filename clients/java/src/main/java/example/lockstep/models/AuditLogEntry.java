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
 * An entry of the audit log.
 *
 * @param action The name of the action, in the form <code>object.verb</code>
 * @param component The part of the platform that wrote the entry, for <code>filters.component</code>
 * @param details The object of the action or the reason for a refusal, in words: names and counts, never a health
 *     value
 * @param hash The hash of the entry in the chain, in hexadecimal: it covers all earlier entries
 * @param id The id of the entry, which begins with <code>aud_</code>
 * @param metadata Counts and names for programs; may be null
 * @param proof The values with which the hash is computed again; absent unless the request has <code>proofs</code>;
 *     may be null
 * @param sequence The number of the entry in the chain, from 1
 * @param status the field <code>status</code>
 * @param timestamp The time of the entry, in UTC
 * @param user the field <code>user</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditLogEntry(
        @JsonProperty("action") String action,
        @JsonProperty("component") String component,
        @JsonProperty("details") String details,
        @JsonProperty("hash") String hash,
        @JsonProperty("id") String id,
        @JsonProperty("metadata") Object metadata,
        @JsonProperty("proof") AuditProof proof,
        @JsonProperty("sequence") long sequence,
        @JsonProperty("status") AuditStatus status,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonProperty("user") AuditActor user,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AuditLogEntry {
        otherFields = Values.hidden(otherFields);
    }
}
