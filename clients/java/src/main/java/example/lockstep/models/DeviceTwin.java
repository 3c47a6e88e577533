// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The twin of a device: the state that its owner wants, and the state that the device reported.
 *
 * @param desired the field <code>desired</code>
 * @param reported the field <code>reported</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeviceTwin(
        @JsonProperty("desired") TwinState desired,
        @JsonProperty("reported") TwinState reported,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DeviceTwin {
        otherFields = Values.hidden(otherFields);
    }
}
