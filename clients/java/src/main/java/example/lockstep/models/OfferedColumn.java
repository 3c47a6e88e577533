// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A column of an offered table.
 *
 * @param column The name of the column, as the rows have it
 * @param nullCount The number of rows without a value
 * @param protection the field <code>protection</code>
 * @param type the field <code>type</code>
 * @param unit The unit that the name states in brackets at its end; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OfferedColumn(
        @JsonProperty("column") String column,
        @JsonProperty("null_count") long nullCount,
        @JsonProperty("protection") DatasetColumnProtection protection,
        @JsonProperty("type") DatasetColumnType type,
        @JsonProperty("unit") String unit,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public OfferedColumn {
        otherFields = Values.hidden(otherFields);
    }
}
