// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/**
 * The entry of a dataset.
 *
 * @param createdAt The time of the creation: RFC 3339, UTC
 * @param description At most 10 000 characters; empty if none was sent
 * @param encryptionMode the field <code>encryption_mode</code>
 * @param encryptionStatus the field <code>encryption_status</code>
 * @param id The id of the dataset: <code>ds_</code> and 26 characters
 * @param name The name; empty if the stored name is damaged
 * @param rowCount The number of rows; null without data; may be null
 * @param schema The columns in order. Lists leave them out; may be null
 * @param updatedAt The time of the last change
 * @param version The number of the data's version, from 1; null without data; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Dataset(
        @JsonProperty("created_at") OffsetDateTime createdAt,
        @JsonProperty("description") String description,
        @JsonProperty("encryption_mode") DatasetEncryptionMode encryptionMode,
        @JsonProperty("encryption_status") DatasetEncryptionStatus encryptionStatus,
        @JsonProperty("id") String id,
        @JsonProperty("name") String name,
        @JsonProperty("row_count") Long rowCount,
        @JsonProperty("schema") List<DatasetColumn> schema,
        @JsonProperty("updated_at") OffsetDateTime updatedAt,
        @JsonProperty("version") Long version,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public Dataset {
        schema = Values.list(schema);
        otherFields = Values.hidden(otherFields);
    }
}
