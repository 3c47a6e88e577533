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
 * A found record.
 *
 * @param id The id of the record. For a section of a document: its location, such as
 *     <code>docs/agents.md#limits</code>
 * @param kind <code>dataset</code>, <code>device</code>, <code>activity</code>, <code>import</code>,
 *     <code>insight</code>, <code>token</code>, <code>listing</code>, <code>purchase</code> or <code>document</code>
 * @param text The name and the description of the found record, as one text
 * @param time The time of the record, if it has one; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SearchHit(
        @JsonProperty("id") String id,
        @JsonProperty("kind") String kind,
        @JsonProperty("text") String text,
        @JsonProperty("time") OffsetDateTime time,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SearchHit {
        otherFields = Values.hidden(otherFields);
    }
}
