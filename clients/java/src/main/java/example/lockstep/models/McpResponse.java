// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.Map;

/**
 * The answer to a request of JSON-RPC 2.0: either <code>result</code> or <code>error</code>.
 *
 * @param error The code and the text of the refusal; may be null
 * @param id The <code>id</code> of the request; may be null
 * @param jsonrpc The version of JSON-RPC: always <code>2.0</code>
 * @param result The result of the method; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record McpResponse(
        @JsonProperty("error") Map<String, Object> error,
        @JsonProperty("id") Object id,
        @JsonProperty("jsonrpc") String jsonrpc,
        @JsonProperty("result") Map<String, Object> result,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public McpResponse {
        error = Values.map(error);
        result = Values.map(result);
        otherFields = Values.hidden(otherFields);
    }
}
