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
 * The backups of the installation.
 *
 * @param backups The backups in the configured directory, newest first
 * @param configured Whether <code>backup.directory</code> is configured: without it, the server makes no backups
 * @param lastAttempt The last attempt; null before the first. The alert <code>backup.failed</code> says why it failed;
 *     may be null
 * @param running Whether a backup is requested or being made now
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BackupList(
        @JsonProperty("backups") List<Backup> backups,
        @JsonProperty("configured") boolean configured,
        @JsonProperty("lastAttempt") BackupAttempt lastAttempt,
        @JsonProperty("running") boolean running,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public BackupList {
        backups = Values.listOrEmpty(backups);
        otherFields = Values.hidden(otherFields);
    }
}
