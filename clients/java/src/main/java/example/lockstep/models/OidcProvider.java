// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * An OpenID provider at which people can sign in.
 *
 * @param console Whether people can sign in to the web console there: one of the configured redirect addresses ends in
 *     <code>/sign-in/callback</code>
 * @param label The name to show to people
 * @param name The identifier of the provider in paths and requests, such as
 *     <code>/api/auth/oidc/&#123;provider&#125;</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OidcProvider(
        @JsonProperty("console") boolean console,
        @JsonProperty("label") String label,
        @JsonProperty("name") String name,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public OidcProvider {
        otherFields = Values.hidden(otherFields);
    }
}
