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
 * A backup in the configured directory.
 *
 * @param bytes The size of its files in bytes
 * @param damaged Whether rows of the backup are damaged; null for a backup made by hand, of which the server does not
 *     know it; may be null
 * @param madeAt The time when the backup began; of a backup made by hand, when its store was last written, in UTC
 * @param name The name of the folder that holds the backup, without the directory
 * @param restoreTested Whether the server restored the backup for a test and found the same content. True for every
 *     backup that the server made itself, false for one made by hand
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Backup(
        @JsonProperty("bytes") long bytes,
        @JsonProperty("damaged") Boolean damaged,
        @JsonProperty("madeAt") OffsetDateTime madeAt,
        @JsonProperty("name") String name,
        @JsonProperty("restoreTested") boolean restoreTested,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Backup {
        otherFields = Values.hidden(otherFields);
    }
}
