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
 * The completeness of the points of one type.
 *
 * @param copies The pairs of devices that have the same points, among the first 2000 points of the type in the range
 * @param count The number of points
 * @param days The number of days with points
 * @param missing The first 31 days without points since the type's first point, except today
 * @param missingDays The number of days without points since the type's first point, except today
 * @param type The name of the type, as in <code>GET /v1/sfdp/types</code>
 * @param uncounted The number of points that metrics ignore: their value is implausible, or their key does not decrypt
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TypeQuality(
        @JsonProperty("copies") List<CopiedPoints> copies,
        @JsonProperty("count") long count,
        @JsonProperty("days") long days,
        @JsonProperty("missing") List<String> missing,
        @JsonProperty("missingDays") long missingDays,
        @JsonProperty("type") String type,
        @JsonProperty("uncounted") long uncounted,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TypeQuality {
        copies = Values.listOrEmpty(copies);
        missing = Values.listOrEmpty(missing);
        otherFields = Values.hidden(otherFields);
    }
}
