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
 * A column of a dataset.
 *
 * @param column The name of the column
 * @param nullCount The number of rows without a value
 * @param protection the field <code>protection</code>
 * @param reason The reason why a column of mode <code>fhe</code> or <code>zk</code> is only sealed; absent otherwise;
 *     may be null
 * @param roots The roots of the commitments to the groups of rows of a <code>zk</code> column, in order: Poseidon
 *     Merkle roots over the scalar field of BLS12-381, little-endian, in hexadecimal; absent otherwise; may be null
 * @param type the field <code>type</code>
 * @param unit The unit that the name states in brackets at its end; null if it states none; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatasetColumn(
        @JsonProperty("column") String column,
        @JsonProperty("null_count") long nullCount,
        @JsonProperty("protection") DatasetColumnProtection protection,
        @JsonProperty("reason") String reason,
        @JsonProperty("roots") List<String> roots,
        @JsonProperty("type") DatasetColumnType type,
        @JsonProperty("unit") String unit,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DatasetColumn {
        roots = Values.list(roots);
        otherFields = Values.hidden(otherFields);
    }
}
