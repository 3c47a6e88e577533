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
 * A page of listings.
 *
 * @param data The listings, newest first
 * @param limit The maximum number of listings per page, as requested or by default
 * @param page The number of this page, from 1
 * @param total The number of active listings
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ListingList(
        @JsonProperty("data") List<Listing> data,
        @JsonProperty("limit") long limit,
        @JsonProperty("page") long page,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ListingList {
        data = Values.listOrEmpty(data);
        otherFields = Values.hidden(otherFields);
    }
}
