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
 * A page of sold points.
 *
 * @param data The points, by series, then by time. Metadata is not sold
 * @param nextCursor The cursor of the next page; null on the last page; may be null
 * @param purchaseId The id of the purchase that this read belongs to
 * @param remainingUses The number of reads left
 * @param total The number of points of the token
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SoldDataPage(
        @JsonProperty("data") List<SoldPoint> data,
        @JsonProperty("nextCursor") String nextCursor,
        @JsonProperty("purchaseId") String purchaseId,
        @JsonProperty("remainingUses") long remainingUses,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SoldDataPage {
        data = Values.listOrEmpty(data);
        otherFields = Values.hidden(otherFields);
    }
}
