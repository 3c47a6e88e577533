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
 * The catalogue of point types.
 *
 * @param types All types of the catalogue. Points can have other types too: their values are stored and never
 *     converted
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PointTypeCatalogue(
        @JsonProperty("types") List<PointType> types,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PointTypeCatalogue {
        types = Values.listOrEmpty(types);
        otherFields = Values.hidden(otherFields);
    }
}
