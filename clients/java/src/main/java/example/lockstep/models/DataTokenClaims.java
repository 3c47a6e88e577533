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
 * The claims of a token.
 *
 * @param claims Documents of the format <code>lockstep-proof/3</code>. <code>lockstep verify</code> checks all of them
 *     offline
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DataTokenClaims(
        @JsonProperty("claims") List<Map<String, Object>> claims,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DataTokenClaims {
        claims = Values.listOrEmpty(claims);
        otherFields = Values.hidden(otherFields);
    }
}
