// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The signed aggregate of sold points.
 *
 * @param remainingUses The number of reads left
 * @param result A document of the format <code>lockstep-aggregate/1</code>. <code>lockstep verify</code> checks it
 *     offline
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SoldAggregate(
        @JsonProperty("remainingUses") long remainingUses,
        @JsonProperty("result") Map<String, Object> result,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SoldAggregate {
        result = Values.mapOrEmpty(result);
        otherFields = Values.hidden(otherFields);
    }
}
