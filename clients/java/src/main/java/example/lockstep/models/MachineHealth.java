// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The load of the machine. A figure is null where the system does not report it.
 *
 * @param cpu The used share of the processors, in percent; may be null
 * @param memory The used share of the memory, in percent; may be null
 * @param network Bytes received and sent per second, without the loopback interface; may be null
 * @param storage The used share of the disk that holds the store, in percent; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MachineHealth(
        @JsonProperty("cpu") Double cpu,
        @JsonProperty("memory") Double memory,
        @JsonProperty("network") Double network,
        @JsonProperty("storage") Double storage,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public MachineHealth {
        otherFields = Values.hidden(otherFields);
    }
}
