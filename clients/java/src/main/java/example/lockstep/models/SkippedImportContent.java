// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * Content of the file that was not imported.
 *
 * @param count The number of occurrences
 * @param reason The reason, and what to do to keep the content
 * @param what The skipped content: a type as the file names it, or a folder
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SkippedImportContent(
        @JsonProperty("count") long count,
        @JsonProperty("reason") String reason,
        @JsonProperty("what") String what,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SkippedImportContent {
        otherFields = Values.hidden(otherFields);
    }
}
