// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A change of a dataset.
 *
 * @param data the field <code>data</code>
 * @param id The id for <code>lastEventId</code>
 * @param type the field <code>type</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DatasetUpdate(
        @JsonProperty("data") DatasetUpdateData data,
        @JsonProperty("id") String id,
        @JsonProperty("type") DatasetMessageType type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DatasetUpdate {
        otherFields = Values.hidden(otherFields);
    }
}
