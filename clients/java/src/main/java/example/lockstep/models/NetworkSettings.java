// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The network limits.
 *
 * @param maxBandwidth The maximum number of bytes per second of all connections together; 0 for no limit
 * @param maxConcurrentConnections The maximum number of open connections
 * @param requestTimeout The maximum duration of a request in seconds, except for jobs and file uploads
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NetworkSettings(
        @JsonProperty("maxBandwidth") long maxBandwidth,
        @JsonProperty("maxConcurrentConnections") long maxConcurrentConnections,
        @JsonProperty("requestTimeout") long requestTimeout,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public NetworkSettings {
        otherFields = Values.hidden(otherFields);
    }
}
