// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The encryption of an item.
 *
 * @param available Whether the item can be delivered encrypted
 * @param required Whether the item is only delivered encrypted
 * @param types The names of the modes
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ItemEncryption(
        @JsonProperty("available") boolean available,
        @JsonProperty("required") boolean required,
        @JsonProperty("types") List<String> types,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ItemEncryption {
        types = Values.listOrEmpty(types);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.available = available;
        builder.required = required;
        builder.types = types;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ItemEncryption. */
    public static final class Builder {

        private Boolean available;
        private Boolean required;
        private List<String> types;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>available</code>: Whether the item can be delivered encrypted. */
        public Builder available(Boolean available) {
            this.available = available;
            return this;
        }

        /** Sets the field <code>required</code>: Whether the item is only delivered encrypted. */
        public Builder required(Boolean required) {
            this.required = required;
            return this;
        }

        /** Sets the field <code>types</code>: The names of the modes. */
        public Builder types(List<String> types) {
            this.types = types;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ItemEncryption build() {
            return new ItemEncryption(
                    Values.required(available, "ItemEncryption", "available"),
                    Values.required(required, "ItemEncryption", "required"),
                    Values.required(types, "ItemEncryption", "types"),
                    otherFields);
        }
    }
}
