// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The request limits.
 *
 * @param anonymous Requests per minute without a valid credential from one network address
 * @param custom Requests per minute of an account whose tier has a custom limit
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RequestLimitSettings(
        @JsonProperty("anonymous") long anonymous,
        @JsonProperty("custom") long custom,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RequestLimitSettings {
        otherFields = Values.hidden(otherFields);
    }
}
