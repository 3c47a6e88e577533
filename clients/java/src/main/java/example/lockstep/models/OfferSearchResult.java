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
 * The offers that a search found.
 *
 * @param incomplete Whether more offers match: at most the newest 200 tokens and listings, and 200 items, are read
 * @param offers The offers, the newest first
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OfferSearchResult(
        @JsonProperty("incomplete") boolean incomplete,
        @JsonProperty("offers") List<OfferSearchHit> offers,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public OfferSearchResult {
        offers = Values.listOrEmpty(offers);
        otherFields = Values.hidden(otherFields);
    }
}
