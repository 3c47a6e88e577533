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
 * The result of a search.
 *
 * @param examined The number of records that were compared with the query
 * @param incomplete Whether records may be missing: after an update or damage, the search index is filled in the
 *     background
 * @param linked The records that can be reached from those over at most <code>hops</code> links, the nearest first,
 *     <code>limit</code> at most. Links are followed in both directions
 * @param records The records, the best match first
 * @param skipped The kinds of records that the credential may not read
 * @param total The number of records that matched
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SearchResult(
        @JsonProperty("examined") long examined,
        @JsonProperty("incomplete") boolean incomplete,
        @JsonProperty("linked") List<LinkedRecord> linked,
        @JsonProperty("records") List<SearchHit> records,
        @JsonProperty("skipped") List<String> skipped,
        @JsonProperty("total") long total,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SearchResult {
        linked = Values.listOrEmpty(linked);
        records = Values.listOrEmpty(records);
        skipped = Values.listOrEmpty(skipped);
        otherFields = Values.hidden(otherFields);
    }
}
