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
 * The result of an import.
 *
 * @param activities The activities in the file; empty if it has none
 * @param encryptedCount The number of these points stored under the requested encryption mode
 * @param errors The parts that could not be read: at most 1000 messages, then a count; may be null
 * @param format The format of the file: <code>fit</code>, <code>tcx</code>, <code>gpx</code>, <code>csv</code>,
 *     <code>apple_health</code>, <code>google_fit</code>, <code>fitbit</code>, <code>garmin</code>,
 *     <code>health_connect</code>, <code>open_mhealth</code>, <code>whoop</code>, <code>oura</code>,
 *     <code>polar</code>, <code>samsung_health</code> or <code>suunto</code>. For an archive: the format of its first
 *     readable file
 * @param newCount The number of points that were not stored before; 0 for a file imported again
 * @param processedCount The number of points now on disk
 * @param profileCompleted The fields of the profile that were unknown and that the file states:
 *     <code>birthDate</code>, <code>sex</code>; may be null
 * @param skipped The content that was skipped without an error, one entry for each kind; may be null
 * @param success Whether the import had no <code>errors</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ImportResult(
        @JsonProperty("activities") List<ImportedActivity> activities,
        @JsonProperty("encryptedCount") long encryptedCount,
        @JsonProperty("errors") List<String> errors,
        @JsonProperty("format") String format,
        @JsonProperty("newCount") long newCount,
        @JsonProperty("processedCount") long processedCount,
        @JsonProperty("profileCompleted") List<String> profileCompleted,
        @JsonProperty("skipped") List<SkippedImportContent> skipped,
        @JsonProperty("success") boolean success,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ImportResult {
        activities = Values.listOrEmpty(activities);
        errors = Values.list(errors);
        profileCompleted = Values.list(profileCompleted);
        skipped = Values.list(skipped);
        otherFields = Values.hidden(otherFields);
    }
}
