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
 * A page of blocks as the client sealed them.
 *
 * @param blocks The blocks of the page, oldest upload first
 * @param hasMore Whether more blocks follow
 * @param nextCursor The cursor of the next page; null on the last page; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClientBlockPage(
        @JsonProperty("blocks") List<ClientBlock> blocks,
        @JsonProperty("hasMore") boolean hasMore,
        @JsonProperty("nextCursor") String nextCursor,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ClientBlockPage {
        blocks = Values.listOrEmpty(blocks);
        otherFields = Values.hidden(otherFields);
    }
}
