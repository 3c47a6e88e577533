// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The result of a test of the root key.
 *
 * @param opens Whether the root key, as it is kept now, opens the keys of this installation
 * @param problem The problem; null if the key opens the installation; may be null
 * @param source the field <code>source</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RootKeyTest(
        @JsonProperty("opens") boolean opens,
        @JsonProperty("problem") RootKeyProblem problem,
        @JsonProperty("source") RootKeySource source,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RootKeyTest {
        otherFields = Values.hidden(otherFields);
    }
}
