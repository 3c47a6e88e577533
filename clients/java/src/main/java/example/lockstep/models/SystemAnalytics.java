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
 * The state of the installation now.
 *
 * @param alerts The alert rules whose conditions are met
 * @param health the field <code>health</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SystemAnalytics(
        @JsonProperty("alerts") List<AnalyticsAlert> alerts,
        @JsonProperty("health") MachineHealth health,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SystemAnalytics {
        alerts = Values.listOrEmpty(alerts);
        otherFields = Values.hidden(otherFields);
    }
}
