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
 * The range to search.
 *
 * @param endDate The end of the range; a date includes the whole day. Default: the latest point. At most 400 days
 *     after the start; may be null
 * @param startDate The start of the range: RFC 3339, or a date in the profile's time zone. Default: 168 hours before
 *     the end; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DetectActivitiesRequest(
        @JsonProperty("endDate") String endDate,
        @JsonProperty("startDate") String startDate,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public DetectActivitiesRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.endDate = endDate;
        builder.startDate = startDate;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a DetectActivitiesRequest. */
    public static final class Builder {

        private String endDate;
        private String startDate;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>endDate</code>: The end of the range; a date includes the whole day. Default: the
         * latest point. At most 400 days after the start; may be null.
         */
        public Builder endDate(String endDate) {
            this.endDate = endDate;
            return this;
        }

        /**
         * Sets the field <code>startDate</code>: The start of the range: RFC 3339, or a date in the profile's time
         * zone. Default: 168 hours before the end; may be null.
         */
        public Builder startDate(String startDate) {
            this.startDate = startDate;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public DetectActivitiesRequest build() {
            return new DetectActivitiesRequest(
                    endDate,
                    startDate,
                    otherFields);
        }
    }
}
