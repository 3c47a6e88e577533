// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The number of records of a kind.
 *
 * @param count The number of records that would be destroyed
 * @param kind Such as <code>points</code>, <code>encryptionKeys</code> or <code>chatMessages</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RecordCount(
        @JsonProperty("count") long count,
        @JsonProperty("kind") String kind,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RecordCount {
        otherFields = Values.hidden(otherFields);
    }
}
