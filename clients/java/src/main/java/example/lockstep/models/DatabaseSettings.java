// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The settings of the database and of scheduled backups.
 *
 * @param backupEnabled Whether backups are made on a schedule
 * @param backupInterval The hours between two backups
 * @param maxConnections The maximum number of reads of the store that run at the same time
 * @param timeout The maximum time in seconds that a read for an account may wait and run
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatabaseSettings(
        @JsonProperty("backupEnabled") boolean backupEnabled,
        @JsonProperty("backupInterval") long backupInterval,
        @JsonProperty("maxConnections") long maxConnections,
        @JsonProperty("timeout") long timeout,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DatabaseSettings {
        otherFields = Values.hidden(otherFields);
    }
}
