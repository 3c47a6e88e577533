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
 * A version of a workflow in a list.
 *
 * @param createdAt The time at which the version was stored, in UTC
 * @param description The <code>description</code> of the graph, at most 1000 characters; empty if the graph has no
 *     description
 * @param nodes The number of nodes
 * @param version The number of the version, from 1; later versions have larger numbers
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowVersion(
        @JsonProperty("createdAt") OffsetDateTime createdAt,
        @JsonProperty("description") String description,
        @JsonProperty("nodes") long nodes,
        @JsonProperty("version") long version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WorkflowVersion {
        otherFields = Values.hidden(otherFields);
    }
}
