// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The confirmation that a workflow was deleted.
 *
 * @param deleted Always true: the workflow no longer exists
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeletedWorkflow(
        @JsonProperty("deleted") boolean deleted,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DeletedWorkflow {
        otherFields = Values.hidden(otherFields);
    }
}
