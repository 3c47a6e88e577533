// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * The completeness of the points of an account.
 *
 * @param endDate The last day of the report, in the time zone of the profile
 * @param silentDevices The devices that have sent no points since the first day
 * @param startDate The first day of the report, in the time zone of the profile
 * @param types The types of the catalogue that have points in the range or before it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DataQuality(
        @JsonProperty("endDate") LocalDate endDate,
        @JsonProperty("silentDevices") List<SilentDevice> silentDevices,
        @JsonProperty("startDate") LocalDate startDate,
        @JsonProperty("types") List<TypeQuality> types,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DataQuality {
        silentDevices = Values.listOrEmpty(silentDevices);
        types = Values.listOrEmpty(types);
        otherFields = Values.hidden(otherFields);
    }
}
