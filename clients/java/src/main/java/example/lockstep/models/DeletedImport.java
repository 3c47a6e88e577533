// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The result of deleting an import.
 *
 * @param damagedBatches The number of batches whose record is damaged: their points stay; absent if none; may be null
 * @param deletedActivities The number of deleted activities: activities that no other import contains
 * @param deletedPoints The number of deleted points
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeletedImport(
        @JsonProperty("damagedBatches") Long damagedBatches,
        @JsonProperty("deletedActivities") long deletedActivities,
        @JsonProperty("deletedPoints") long deletedPoints,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DeletedImport {
        otherFields = Values.hidden(otherFields);
    }
}
