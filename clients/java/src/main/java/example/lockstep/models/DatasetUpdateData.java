// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A changed dataset and the kind of change.
 *
 * @param datasetId The id of the changed dataset; after a deletion it no longer exists
 * @param event the field <code>event</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatasetUpdateData(
        @JsonProperty("dataset_id") String datasetId,
        @JsonProperty("event") DatasetChange event,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DatasetUpdateData {
        otherFields = Values.hidden(otherFields);
    }
}
