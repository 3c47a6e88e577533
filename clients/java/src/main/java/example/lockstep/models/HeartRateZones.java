// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The seconds of the range in each heart rate zone; null without heart rate data.
 *
 * @param zone1 Recovery: from 60 % of the maximum heart rate; may be null
 * @param zone2 Endurance: from 70 % of the maximum heart rate; may be null
 * @param zone3 Tempo: from 80 % of the maximum heart rate; may be null
 * @param zone4 Threshold: from 90 % of the maximum heart rate; may be null
 * @param zone5 Maximum: from 95 % of the maximum heart rate; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HeartRateZones(
        @JsonProperty("zone1") Double zone1,
        @JsonProperty("zone2") Double zone2,
        @JsonProperty("zone3") Double zone3,
        @JsonProperty("zone4") Double zone4,
        @JsonProperty("zone5") Double zone5,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public HeartRateZones {
        otherFields = Values.hidden(otherFields);
    }
}
