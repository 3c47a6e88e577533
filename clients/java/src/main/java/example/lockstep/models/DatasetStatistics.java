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
 * The statistics of a dataset.
 *
 * @param columns One entry for each requested column of numbers
 * @param datasetId The id of the dataset, as in the path
 * @param version The number of the data's version; 0 without data
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatasetStatistics(
        @JsonProperty("columns") List<DatasetColumnStatistics> columns,
        @JsonProperty("dataset_id") String datasetId,
        @JsonProperty("version") long version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DatasetStatistics {
        columns = Values.listOrEmpty(columns);
        otherFields = Values.hidden(otherFields);
    }
}
