// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The use of a quota.
 *
 * @param limit The highest allowed value of <code>used</code>
 * @param used The current use: bytes for <code>bytes</code> and <code>spoolBytes</code>, otherwise a count
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record QuotaUsage(
        @JsonProperty("limit") long limit,
        @JsonProperty("used") long used,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public QuotaUsage {
        otherFields = Values.hidden(otherFields);
    }
}
