// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The limits of the network side.
 *
 * @param maxBandwidth The bytes a second that all connections together may receive and send; 0 for no limit
 * @param maxConcurrentConnections The maximum number of open connections
 * @param requestTimeout The seconds that a request may take, except jobs and file uploads
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
