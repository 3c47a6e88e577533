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
 * A page of grants.
 *
 * @param grants The grants, newest first
 * @param nextCursor The cursor of the next page; null on the last page; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DataGrantList(
        @JsonProperty("grants") List<DataGrant> grants,
        @JsonProperty("nextCursor") String nextCursor,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DataGrantList {
        grants = Values.listOrEmpty(grants);
        otherFields = Values.hidden(otherFields);
    }
}
