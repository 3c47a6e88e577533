// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The status of a key.
 *
 * @param keyId The id of the key: <code>key_</code> and 26 characters
 * @param metadata the field <code>metadata</code>
 * @param status <code>pending</code>, <code>active</code>, <code>rotated</code>, <code>expired</code>,
 *     <code>suspended</code>, <code>revoked</code>, <code>pending_destruction</code>, <code>destroyed</code>; in lists
 *     also <code>damaged</code>: the stored row of the key is damaged, and the key is refused until the operator
 *     repairs the row. <code>metadata</code> has the fields that can still be read
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record KeyStatus(
        @JsonProperty("keyId") String keyId,
        @JsonProperty("metadata") KeyMetadata metadata,
        @JsonProperty("status") String status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public KeyStatus {
        otherFields = Values.hidden(otherFields);
    }
}
