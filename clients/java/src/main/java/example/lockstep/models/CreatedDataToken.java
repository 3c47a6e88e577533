// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The created token.
 *
 * @param listingUrl The URL of the token's page for browsers, under <code>public_url</code> of the configuration or
 *     else at the host that the request names. The page is not found until the token is active
 * @param status the field <code>status</code>
 * @param tokenId The id of the data token: <code>tok_</code> and 26 characters
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreatedDataToken(
        @JsonProperty("listingUrl") String listingUrl,
        @JsonProperty("status") DataTokenStatus status,
        @JsonProperty("tokenId") String tokenId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public CreatedDataToken {
        otherFields = Values.hidden(otherFields);
    }
}
