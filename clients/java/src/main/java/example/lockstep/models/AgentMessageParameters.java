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
 * The parameters of a message.
 *
 * @param arguments The input of the tool that <code>action</code> names; may be null
 * @param confirm Whether the caller approves the action. It counts only if <code>type</code> is <code>command</code>
 *     and <code>action</code> names the tool; may be null
 * @param limit The maximum number of records of the answer; may be null
 * @param query The question, or the words to search for; 2000 characters at most; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AgentMessageParameters(
        @JsonProperty("arguments") Map<String, Object> arguments,
        @JsonProperty("confirm") Boolean confirm,
        @JsonProperty("limit") Double limit,
        @JsonProperty("query") String query,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AgentMessageParameters {
        arguments = Values.map(arguments);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.arguments = arguments;
        builder.confirm = confirm;
        builder.limit = limit;
        builder.query = query;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AgentMessageParameters. */
    public static final class Builder {

        private Map<String, Object> arguments;
        private Boolean confirm;
        private Double limit;
        private String query;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>arguments</code>: The input of the tool that <code>action</code> names; may be null. */
        public Builder arguments(Map<String, Object> arguments) {
            this.arguments = arguments;
            return this;
        }

        /**
         * Sets the field <code>confirm</code>: Whether the caller approves the action. It counts only if
         * <code>type</code> is <code>command</code> and <code>action</code> names the tool; may be null.
         */
        public Builder confirm(Boolean confirm) {
            this.confirm = confirm;
            return this;
        }

        /** Sets the field <code>limit</code>: The maximum number of records of the answer; may be null. */
        public Builder limit(Double limit) {
            this.limit = limit;
            return this;
        }

        /** Sets the field <code>limit</code>: The maximum number of records of the answer; may be null. */
        public Builder limit(double limit) {
            this.limit = limit;
            return this;
        }

        /**
         * Sets the field <code>query</code>: The question, or the words to search for; 2000 characters at most; may be
         * null.
         */
        public Builder query(String query) {
            this.query = query;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AgentMessageParameters build() {
            return new AgentMessageParameters(
                    arguments,
                    confirm,
                    limit,
                    query,
                    otherFields);
        }
    }
}
