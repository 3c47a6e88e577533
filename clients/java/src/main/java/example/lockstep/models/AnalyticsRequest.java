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
 * The selection of figures.
 *
 * @param filters the field <code>filters</code>; may be null
 * @param userId The id of an account: only its stored data and its sales are counted; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AnalyticsRequest(
        @JsonProperty("filters") AnalyticsFilters filters,
        @JsonProperty("userId") String userId,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AnalyticsRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.filters = filters;
        builder.userId = userId;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AnalyticsRequest. */
    public static final class Builder {

        private AnalyticsFilters filters;
        private String userId;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>filters</code>. */
        public Builder filters(AnalyticsFilters filters) {
            this.filters = filters;
            return this;
        }

        /**
         * Sets the field <code>userId</code>: The id of an account: only its stored data and its sales are counted;
         * may be null.
         */
        public Builder userId(String userId) {
            this.userId = userId;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AnalyticsRequest build() {
            return new AnalyticsRequest(
                    filters,
                    userId,
                    otherFields);
        }
    }
}
