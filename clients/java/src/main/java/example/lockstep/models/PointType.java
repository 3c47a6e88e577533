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
 * A point type of the catalogue.
 *
 * @param aliases Units that are converted to the canonical unit
 * @param exclusiveMinimum Whether the minimum itself is implausible
 * @param fixedPoint The encoding under homomorphic encryption
 * @param maximum The maximum plausible value; null if unlimited; may be null
 * @param minimum The minimum plausible value; null if unlimited; may be null
 * @param name The value of <code>type</code> in points
 * @param unit The canonical unit
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PointType(
        @JsonProperty("aliases") List<String> aliases,
        @JsonProperty("exclusiveMinimum") boolean exclusiveMinimum,
        @JsonProperty("fixedPoint") FixedPointEncoding fixedPoint,
        @JsonProperty("maximum") Double maximum,
        @JsonProperty("minimum") Double minimum,
        @JsonProperty("name") String name,
        @JsonProperty("unit") String unit,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public PointType {
        aliases = Values.listOrEmpty(aliases);
        otherFields = Values.hidden(otherFields);
    }
}
