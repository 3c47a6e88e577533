// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.Update;
import example.lockstep.internal.Values;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of an activity to change. Null resets a field to the value of the files.
 *
 * @param name The name, at most 200 characters; null if the change does not name it
 * @param notes Notes, at most 2000 characters; null if the change does not name it
 * @param sport The sport: at most 64 of a-z, 0-9 and _; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateActivityRequest(
        @JsonProperty("name") Update<String> name,
        @JsonProperty("notes") Update<String> notes,
        @JsonProperty("sport") Update<String> sport,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UpdateActivityRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.name = name;
        builder.notes = notes;
        builder.sport = sport;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a UpdateActivityRequest. */
    public static final class Builder {

        private Update<String> name;
        private Update<String> notes;
        private Update<String> sport;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>name</code>: The name, at most 200 characters; null removes it. */
        public Builder name(String name) {
            this.name = Update.of(name);
            return this;
        }

        /** Sets the field <code>notes</code>: Notes, at most 2000 characters; null removes it. */
        public Builder notes(String notes) {
            this.notes = Update.of(notes);
            return this;
        }

        /** Sets the field <code>sport</code>: The sport: at most 64 of a-z, 0-9 and _; null removes it. */
        public Builder sport(String sport) {
            this.sport = Update.of(sport);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public UpdateActivityRequest build() {
            return new UpdateActivityRequest(
                    name,
                    notes,
                    sport,
                    otherFields);
        }
    }
}
