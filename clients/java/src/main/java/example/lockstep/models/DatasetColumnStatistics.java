// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The statistics of a column of numbers.
 *
 * @param column The name of the column, as in the dataset's schema
 * @param computedOn <code>ciphertexts</code>: no single value was decrypted. <code>values</code>: the values were read
 * @param count The number of values
 * @param mean The mean; null without values; may be null
 * @param nullCount The number of rows without a value
 * @param sum The sum. It is exact, with every digit, if the numbers are decimals of at most 18 digits; may be null
 * @param variance The variance of the whole population; null without values; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatasetColumnStatistics(
        @JsonProperty("column") String column,
        @JsonProperty("computed_on") DatasetComputationBasis computedOn,
        @JsonProperty("count") long count,
        @JsonProperty("mean") Double mean,
        @JsonProperty("null_count") long nullCount,
        @JsonProperty("sum") Double sum,
        @JsonProperty("variance") Double variance,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DatasetColumnStatistics {
        otherFields = Values.hidden(otherFields);
    }
}
