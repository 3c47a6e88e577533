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
 * The aggregate to compute and the points to include.
 *
 * @param device Only points of this device: the id or the name of a registered device of the account, or another name.
 *     The id of a device and its name find the same points; may be null
 * @param endDate The end of the range, inclusive; a date includes the whole day
 * @param operation the field <code>operation</code>
 * @param startDate The start of the range, inclusive: RFC 3339, or a date in the profile's time zone
 * @param type The type of the points to aggregate; points of other types are not used
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AggregateRequest(
        @JsonProperty("device") String device,
        @JsonProperty("endDate") String endDate,
        @JsonProperty("operation") AggregateOperation operation,
        @JsonProperty("startDate") String startDate,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AggregateRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.device = device;
        builder.endDate = endDate;
        builder.operation = operation;
        builder.startDate = startDate;
        builder.type = type;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AggregateRequest. */
    public static final class Builder {

        private String device;
        private String endDate;
        private AggregateOperation operation;
        private String startDate;
        private String type;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>device</code>: Only points of this device: the id or the name of a registered device of
         * the account, or another name. The id of a device and its name find the same points; may be null.
         */
        public Builder device(String device) {
            this.device = device;
            return this;
        }

        /** Sets the field <code>endDate</code>: The end of the range, inclusive; a date includes the whole day. */
        public Builder endDate(String endDate) {
            this.endDate = endDate;
            return this;
        }

        /** Sets the field <code>operation</code>. */
        public Builder operation(AggregateOperation operation) {
            this.operation = operation;
            return this;
        }

        /**
         * Sets the field <code>startDate</code>: The start of the range, inclusive: RFC 3339, or a date in the
         * profile's time zone.
         */
        public Builder startDate(String startDate) {
            this.startDate = startDate;
            return this;
        }

        /** Sets the field <code>type</code>: The type of the points to aggregate; points of other types are not used. */
        public Builder type(String type) {
            this.type = type;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AggregateRequest build() {
            return new AggregateRequest(
                    device,
                    Values.required(endDate, "AggregateRequest", "endDate"),
                    Values.required(operation, "AggregateRequest", "operation"),
                    Values.required(startDate, "AggregateRequest", "startDate"),
                    Values.required(type, "AggregateRequest", "type"),
                    otherFields);
        }
    }
}
