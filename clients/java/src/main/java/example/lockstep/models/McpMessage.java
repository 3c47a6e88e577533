// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A message of the Model Context Protocol: a request of JSON-RPC 2.0, or a notification without <code>id</code>.
 *
 * @param id A whole number or a text, which the answer repeats; absent from a notification; may be null
 * @param jsonrpc The version of JSON-RPC: must be <code>2.0</code>
 * @param method A method of the protocol, such as <code>initialize</code>, <code>tools/list</code> or
 *     <code>tools/call</code>
 * @param params The parameters that the protocol defines for <code>method</code>; absent if it needs none; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record McpMessage(
        @JsonProperty("id") Object id,
        @JsonProperty("jsonrpc") String jsonrpc,
        @JsonProperty("method") String method,
        @JsonProperty("params") Map<String, Object> params,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public McpMessage {
        params = Values.map(params);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.id = id;
        builder.jsonrpc = jsonrpc;
        builder.method = method;
        builder.params = params;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a McpMessage. */
    public static final class Builder {

        private Object id;
        private String jsonrpc;
        private String method;
        private Map<String, Object> params;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>id</code>: A whole number or a text, which the answer repeats; absent from a
         * notification; may be null.
         */
        public Builder id(Object id) {
            this.id = id;
            return this;
        }

        /** Sets the field <code>jsonrpc</code>: The version of JSON-RPC: must be <code>2.0</code>. */
        public Builder jsonrpc(String jsonrpc) {
            this.jsonrpc = jsonrpc;
            return this;
        }

        /**
         * Sets the field <code>method</code>: A method of the protocol, such as <code>initialize</code>,
         * <code>tools/list</code> or <code>tools/call</code>.
         */
        public Builder method(String method) {
            this.method = method;
            return this;
        }

        /**
         * Sets the field <code>params</code>: The parameters that the protocol defines for <code>method</code>; absent
         * if it needs none; may be null.
         */
        public Builder params(Map<String, Object> params) {
            this.params = params;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public McpMessage build() {
            return new McpMessage(
                    id,
                    Values.required(jsonrpc, "McpMessage", "jsonrpc"),
                    Values.required(method, "McpMessage", "method"),
                    params,
                    otherFields);
        }
    }
}
