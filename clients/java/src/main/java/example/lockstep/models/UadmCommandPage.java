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
 * A page of commands.
 *
 * @param data The commands on this page, newest first
 * @param limit The maximum number of entries per page: the requested one or the default
 * @param page The number of this page, from 1
 * @param total The number of commands on all pages
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UadmCommandPage(
        @JsonProperty("data") List<UadmCommand> data,
        @JsonProperty("limit") long limit,
        @JsonProperty("page") long page,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UadmCommandPage {
        data = Values.listOrEmpty(data);
        otherFields = Values.hidden(otherFields);
    }
}
