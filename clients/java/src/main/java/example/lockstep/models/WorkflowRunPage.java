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
 * A page of runs.
 *
 * @param limit The maximum number of entries per page: the requested one or the default
 * @param page The number of this page, from 1
 * @param runs The runs on this page, newest first
 * @param total The number of runs on all pages
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowRunPage(
        @JsonProperty("limit") long limit,
        @JsonProperty("page") long page,
        @JsonProperty("runs") List<WorkflowRunSummary> runs,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public WorkflowRunPage {
        runs = Values.listOrEmpty(runs);
        otherFields = Values.hidden(otherFields);
    }
}
