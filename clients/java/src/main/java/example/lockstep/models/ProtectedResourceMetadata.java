// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.List;
import java.util.Map;

/**
 * The authentication that <code>/mcp</code> requires (RFC 9728).
 *
 * @param bearerMethodsSupported The parts of a request in which a credential can be sent. There is no authorization
 *     server: the credential is an API key of the account
 * @param resource The URL of the endpoint
 * @param resourceDocumentation The URL of the API documentation
 * @param resourceName The name of the product, to show to people
 * @param scopesSupported The scopes that an API key can have
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProtectedResourceMetadata(
        @JsonProperty("bearer_methods_supported") List<String> bearerMethodsSupported,
        @JsonProperty("resource") String resource,
        @JsonProperty("resource_documentation") String resourceDocumentation,
        @JsonProperty("resource_name") String resourceName,
        @JsonProperty("scopes_supported") List<String> scopesSupported,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ProtectedResourceMetadata {
        bearerMethodsSupported = Values.listOrEmpty(bearerMethodsSupported);
        scopesSupported = Values.listOrEmpty(scopesSupported);
        otherFields = Values.hidden(otherFields);
    }
}
