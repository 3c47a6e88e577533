// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The storage quotas of an account of the tier.
 *
 * @param bytes Bytes of stored data
 * @param chunks The number of chunks and blocks
 * @param series The number of series
 * @param spoolBytes Bytes of files that wait while they are imported
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TierQuota(
        @JsonProperty("bytes") long bytes,
        @JsonProperty("chunks") long chunks,
        @JsonProperty("series") long series,
        @JsonProperty("spoolBytes") long spoolBytes,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TierQuota {
        otherFields = Values.hidden(otherFields);
    }
}
