// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The actor of an entry.
 *
 * @param id The account's id, <code>anonymous</code>, <code>system</code>, <code>erased</code>, or <code>owner</code>
 *     for the owner of an account who erases it
 * @param name The account's user name now; empty for an actor without an account
 * @param role The role at the time of the entry
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditActor(
        @JsonProperty("id") String id,
        @JsonProperty("name") String name,
        @JsonProperty("role") String role,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AuditActor {
        otherFields = Values.hidden(otherFields);
    }
}
