// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * A command to a UADM device.
 *
 * @param command The name of the command; empty if the stored command is damaged
 * @param commandId The id of the command, which begins with <code>cmd_</code>
 * @param createdAt The time at which the owner sent the command, in UTC
 * @param deliveredAt The time when the device confirmed that it received the command; may be null
 * @param deviceId The id of the receiving device, which begins with <code>dev_</code>
 * @param expiresAt The time after which a command without an answer is <code>expired</code>, in UTC
 * @param finishedAt The time when the command was acknowledged, failed or expired; may be null
 * @param parameters The parameters as sent, at most 16 KiB as JSON; empty if the command has no parameters
 * @param result The device's answer: any JSON value; null before it arrives; may be null
 * @param status the field <code>status</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UadmCommand(
        @JsonProperty("command") String command,
        @JsonProperty("command_id") String commandId,
        @JsonProperty("created_at") OffsetDateTime createdAt,
        @JsonProperty("delivered_at") OffsetDateTime deliveredAt,
        @JsonProperty("device_id") String deviceId,
        @JsonProperty("expires_at") OffsetDateTime expiresAt,
        @JsonProperty("finished_at") OffsetDateTime finishedAt,
        @JsonProperty("parameters") Map<String, Object> parameters,
        @JsonProperty("result") Map<String, Object> result,
        @JsonProperty("status") UadmCommandStatus status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UadmCommand {
        parameters = Values.mapOrEmpty(parameters);
        result = Values.map(result);
        otherFields = Values.hidden(otherFields);
    }
}
