// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A series of an aggregate-only token.
 *
 * @param answersLeft The number of different answers that all buyers together can still request
 * @param device The device of the series. A request for an aggregate names it in <code>device</code>
 * @param type The point type of the series
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SeriesAnswerBudget(
        @JsonProperty("answersLeft") long answersLeft,
        @JsonProperty("device") String device,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SeriesAnswerBudget {
        otherFields = Values.hidden(otherFields);
    }
}
