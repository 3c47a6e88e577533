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
 * The result of an upload.
 *
 * @param encryptedCount The number of these points stored under the requested encryption mode
 * @param errors The errors of refused points, by position; at most 1000, then a count; may be null
 * @param processedCount The number of points now on disk
 * @param success Whether the upload had no <code>errors</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PointUploadResult(
        @JsonProperty("encryptedCount") long encryptedCount,
        @JsonProperty("errors") List<String> errors,
        @JsonProperty("processedCount") long processedCount,
        @JsonProperty("success") boolean success,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PointUploadResult {
        errors = Values.list(errors);
        otherFields = Values.hidden(otherFields);
    }
}
