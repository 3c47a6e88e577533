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
 * An aggregate and the points it was computed from.
 *
 * @param blocks The number of encrypted blocks that contributed
 * @param count The number of points that contributed
 * @param decimals The number of decimals that every value was rounded to before the computation, in every mode
 * @param encryptedCount The number of points added as ciphertexts: only their total was decrypted
 * @param operation the field <code>operation</code>
 * @param sealedResults The same aggregate over blocks that the client sealed, which only the client can decrypt;
 *     <code>value</code> excludes them; may be null
 * @param skippedPoints The points left out because their key does not decrypt. For blocks sealed by the client:
 *     because the key is suspended or its evaluation keys are missing; may be null
 * @param type The point type, as requested
 * @param unit The unit of the type (squared for a variance). For a type outside the catalogue, the unit the points
 *     were uploaded with; may be null
 * @param value The result; null if there is no point, except that a sum is then 0; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AggregateResult(
        @JsonProperty("blocks") long blocks,
        @JsonProperty("count") long count,
        @JsonProperty("decimals") long decimals,
        @JsonProperty("encryptedCount") long encryptedCount,
        @JsonProperty("operation") AggregateOperation operation,
        @JsonProperty("sealedResults") List<EncryptedResult> sealedResults,
        @JsonProperty("skippedPoints") List<SkippedPoints> skippedPoints,
        @JsonProperty("type") String type,
        @JsonProperty("unit") String unit,
        @JsonProperty("value") Double value,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AggregateResult {
        sealedResults = Values.list(sealedResults);
        skippedPoints = Values.list(skippedPoints);
        otherFields = Values.hidden(otherFields);
    }
}
