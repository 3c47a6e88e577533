// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * A change of an activity. <code>GET /v1/sfdp/activities/&#123;id&#125;</code> returns the activity, unless it is
 * deleted.
 *
 * @param activityId The id of the activity: <code>act_</code> and 26 characters
 * @param change the field <code>change</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ActivityChange(
        @JsonProperty("activityId") String activityId,
        @JsonProperty("change") ActivityChangeKind change,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements StreamPayload {

    /** Makes a value of all fields. */
    public ActivityChange {
        otherFields = Values.hidden(otherFields);
    }
}
