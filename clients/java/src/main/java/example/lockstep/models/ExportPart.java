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
 * A kind of records that can be exported.
 *
 * @param count The number of records
 * @param formats The formats that the request can return
 * @param kind Such as <code>points</code>, <code>activities</code> or <code>datasets</code>
 * @param request The request that returns the records
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ExportPart(
        @JsonProperty("count") long count,
        @JsonProperty("formats") List<String> formats,
        @JsonProperty("kind") String kind,
        @JsonProperty("request") String request,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ExportPart {
        formats = Values.listOrEmpty(formats);
        otherFields = Values.hidden(otherFields);
    }
}
