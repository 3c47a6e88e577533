// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * How the values of a type are encoded as integers for encryption and commitments. All series of a type use one
 * encoding, so that blocks can be added and a proof and a sum refer to the same integers.
 *
 * <p>A canonical value v becomes round(v · 10^decimals) − offset, with an absolute value of at most
 * <code>bound</code>. Bounds leave some room above the plausible range: the tighter the bound, the more blocks can be
 * added before one sum over their slots.
 *
 * @param bound The maximum absolute value of an encoded integer
 * @param decimals The number of decimals kept, at most 6
 * @param offset The offset subtracted from each integer
 * @param wide Whether two plaintext primes are needed, because the integers exceed 2^15
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FixedPointEncoding(
        @JsonProperty("bound") long bound,
        @JsonProperty("decimals") long decimals,
        @JsonProperty("offset") long offset,
        @JsonProperty("wide") boolean wide,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public FixedPointEncoding {
        otherFields = Values.hidden(otherFields);
    }
}
