// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * The last attempt to make a backup on the schedule or on request.
 *
 * @param at The time when it began, in UTC
 * @param outcome the field <code>outcome</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BackupAttempt(
        @JsonProperty("at") OffsetDateTime at,
        @JsonProperty("outcome") BackupOutcome outcome,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public BackupAttempt {
        otherFields = Values.hidden(otherFields);
    }
}
