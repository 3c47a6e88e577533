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
 * The effect of an erasure of the account.
 *
 * @param destroyed The records that would be destroyed, by their kind
 * @param horizon The time from which no older copy of the keys opens the account's data, if the account were erased
 *     now
 * @param remains The data that the erasure would not remove
 * @param request The request by which the owner erases the account
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ErasurePlan(
        @JsonProperty("destroyed") List<RecordCount> destroyed,
        @JsonProperty("horizon") OffsetDateTime horizon,
        @JsonProperty("remains") List<String> remains,
        @JsonProperty("request") String request,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ErasurePlan {
        destroyed = Values.listOrEmpty(destroyed);
        remains = Values.listOrEmpty(remains);
        otherFields = Values.hidden(otherFields);
    }
}
