// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The data of a dataset.
 *
 * @param data The columns of the table, each an array of values in the order of the rows. For data that were sent as a
 *     single JSON object: that object
 * @param rowCount The number of rows of the whole version
 * @param version The number of the data's version; 0 without data
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatasetData(
        @JsonProperty("data") Map<String, Object> data,
        @JsonProperty("row_count") long rowCount,
        @JsonProperty("version") long version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DatasetData {
        data = Values.mapOrEmpty(data);
        otherFields = Values.hidden(otherFields);
    }
}
