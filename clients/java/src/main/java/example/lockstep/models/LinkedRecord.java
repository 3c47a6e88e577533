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
 * A record that is linked with a found one: a listing with its dataset, an activity with the imports that added it.
 *
 * @param from The id of the record from which it was reached
 * @param hops The number of links between it and the found record
 * @param id The id of the record
 * @param kind The kind, as in <code>records</code>
 * @param text The name and the description of the record, as one text
 * @param time The time of the record, if it has one; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LinkedRecord(
        @JsonProperty("from") String from,
        @JsonProperty("hops") long hops,
        @JsonProperty("id") String id,
        @JsonProperty("kind") String kind,
        @JsonProperty("text") String text,
        @JsonProperty("time") OffsetDateTime time,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public LinkedRecord {
        otherFields = Values.hidden(otherFields);
    }
}
