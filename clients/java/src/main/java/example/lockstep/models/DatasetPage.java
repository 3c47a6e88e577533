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
 * A page of datasets.
 *
 * @param data The datasets of the page, in the requested order
 * @param limit The maximum number of datasets per page, as requested or by default
 * @param page The number of this page, from 1
 * @param total The number of all datasets of the account
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatasetPage(
        @JsonProperty("data") List<Dataset> data,
        @JsonProperty("limit") long limit,
        @JsonProperty("page") long page,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DatasetPage {
        data = Values.listOrEmpty(data);
        otherFields = Values.hidden(otherFields);
    }
}
