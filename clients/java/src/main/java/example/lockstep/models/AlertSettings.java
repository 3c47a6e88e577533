// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The thresholds of alert rules.
 *
 * @param errorPercent The percentage of requests with a server error at which an alert starts
 * @param failedSignIns The number of failed sign-ins per minute at which an alert starts
 * @param storagePercent The used percentage of the disk at which an alert starts
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AlertSettings(
        @JsonProperty("errorPercent") long errorPercent,
        @JsonProperty("failedSignIns") long failedSignIns,
        @JsonProperty("storagePercent") long storagePercent,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AlertSettings {
        otherFields = Values.hidden(otherFields);
    }
}
