// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The credentials of a UADM device. The server shows the password once and keeps only a digest.
 *
 * @param password The MQTT password
 * @param topic The prefix of the device's topics: it receives <code>commands</code>, <code>desired</code> and
 *     <code>errors</code>, and sends <code>acks</code>, <code>telemetry</code> and <code>reported</code> under it
 * @param username The MQTT user name: the id of the device
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UadmCredentials(
        @JsonProperty("password") String password,
        @JsonProperty("topic") String topic,
        @JsonProperty("username") String username,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UadmCredentials {
        otherFields = Values.hidden(otherFields);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "UadmCredentials["
                + "password=" + Values.secret(password)
                + ", topic=" + topic
                + ", username=" + username
                + "]";
    }
}
