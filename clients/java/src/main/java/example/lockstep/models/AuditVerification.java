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
 * The result of verifying the audit log.
 *
 * @param broken The first invalid entry; null if the log is intact; may be null
 * @param checkpoint The newest signed checkpoint; null before the first. Entries after it can be cut off undetected;
 *     may be null
 * @param entries The number of entries that were checked
 * @param erased The number of these whose content an erasure removed. Their place in the chain is checked
 * @param intact Whether every entry is unchanged and in its original position
 * @param verifiedAt The time of the verification; at most a minute ago
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditVerification(
        @JsonProperty("broken") InvalidAuditEntry broken,
        @JsonProperty("checkpoint") AuditCheckpoint checkpoint,
        @JsonProperty("entries") long entries,
        @JsonProperty("erased") long erased,
        @JsonProperty("intact") boolean intact,
        @JsonProperty("verifiedAt") OffsetDateTime verifiedAt,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AuditVerification {
        otherFields = Values.hidden(otherFields);
    }
}
