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
 * The changes from one version of a workflow to another.
 *
 * @param from The number of the version before the changes
 * @param patch A JSON Patch (RFC 6902) that turns the graph of <code>from</code> into that of <code>to</code>
 * @param to The number of the version after the changes
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowDifference(
        @JsonProperty("from") long from,
        @JsonProperty("patch") List<Map<String, Object>> patch,
        @JsonProperty("to") long to,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WorkflowDifference {
        patch = Values.listOrEmpty(patch);
        otherFields = Values.hidden(otherFields);
    }
}
