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
 * Parameters of the key.
 *
 * @param scheme FHE: <code>BFV</code> (default), <code>BFV-sum</code>. Basic: <code>X-Wing</code>,
 *     <code>MLKEM1024-P384</code>; may be null
 * @param securityLevel The security level: 128, 192 or 256 bits; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RegisterKeyParameters(
        @JsonProperty("scheme") String scheme,
        @JsonProperty("securityLevel") Long securityLevel,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public RegisterKeyParameters {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.scheme = scheme;
        builder.securityLevel = securityLevel;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a RegisterKeyParameters. */
    public static final class Builder {

        private String scheme;
        private Long securityLevel;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>scheme</code>: FHE: <code>BFV</code> (default), <code>BFV-sum</code>. Basic:
         * <code>X-Wing</code>, <code>MLKEM1024-P384</code>; may be null.
         */
        public Builder scheme(String scheme) {
            this.scheme = scheme;
            return this;
        }

        /** Sets the field <code>securityLevel</code>: The security level: 128, 192 or 256 bits; may be null. */
        public Builder securityLevel(Long securityLevel) {
            this.securityLevel = securityLevel;
            return this;
        }

        /** Sets the field <code>securityLevel</code>: The security level: 128, 192 or 256 bits; may be null. */
        public Builder securityLevel(long securityLevel) {
            this.securityLevel = securityLevel;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public RegisterKeyParameters build() {
            return new RegisterKeyParameters(
                    scheme,
                    securityLevel,
                    otherFields);
        }
    }
}
