// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * A page of the audit log.
 *
 * @param checkpoint The newest signed checkpoint of the chain, which <code>lockstep audit verify --checkpoint</code>
 *     accepts; null before the first; may be null
 * @param hasUncounted Whether more entries may match than <code>total</code>: a search for words stops counting at a
 *     limit, and on a full disk the newest entries are not indexed
 * @param limit The maximum number of entries per page: the requested one or the default
 * @param logs The entries, newest first
 * @param page The number of this page, from 1
 * @param total The number of entries that match; a search for words counts at most 10 000, of which
 *     <code>filters.excludedActions</code> are subtracted
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditLogPage(
        @JsonProperty("checkpoint") SignedDocument checkpoint,
        @JsonProperty("hasUncounted") boolean hasUncounted,
        @JsonProperty("limit") long limit,
        @JsonProperty("logs") List<AuditLogEntry> logs,
        @JsonProperty("page") long page,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AuditLogPage {
        logs = Values.listOrEmpty(logs);
        otherFields = Values.hidden(otherFields);
    }
}
