// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The state of a command that was sent.
 *
 * @param commandId The id of the command, which begins with <code>cmd_</code>
 * @param result The device's answer; absent before it arrives; may be null
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ControlUadmDeviceResult(
        @JsonProperty("command_id") String commandId,
        @JsonProperty("result") Map<String, Object> result,
        @JsonProperty("status") UadmCommandStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ControlUadmDeviceResult {
        result = Values.map(result);
        otherFields = Values.hidden(otherFields);
    }
}
