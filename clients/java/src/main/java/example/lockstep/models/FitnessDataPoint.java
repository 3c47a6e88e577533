// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import example.lockstep.internal.Values;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A measurement.
 *
 * @param confidence 0 to 1; may be null
 * @param device The id or the name of a registered device, or any other name
 * @param id The id of the point, in responses; may be null
 * @param metadata Additional information about the measurement; absent in responses if the point has none; may be null
 * @param timestamp The time of the measurement: RFC 3339 with a time zone, stored to the millisecond
 * @param type The point type: a name of <code>/v1/sfdp/types</code> or a custom name
 * @param unit The unit of the value, or one of its common names
 * @param value A finite number in <code>unit</code>, stored as sent. Metrics ignore a value outside the type's
 *     plausible range
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FitnessDataPoint(
        @JsonProperty("confidence") Double confidence,
        @JsonProperty("device") String device,
        @JsonProperty(value = "id", access = JsonProperty.Access.WRITE_ONLY) String id,
        @JsonProperty("metadata") PointMetadata metadata,
        @JsonProperty("timestamp") OffsetDateTime timestamp,
        @JsonProperty("type") String type,
        @JsonProperty("unit") String unit,
        @JsonProperty("value") double value,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements StreamPayload {

    /** Makes a value of all fields. */
    public FitnessDataPoint {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.confidence = confidence;
        builder.device = device;
        builder.metadata = metadata;
        builder.timestamp = timestamp;
        builder.type = type;
        builder.unit = unit;
        builder.value = value;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a FitnessDataPoint. */
    public static final class Builder {

        private Double confidence;
        private String device;
        private PointMetadata metadata;
        private OffsetDateTime timestamp;
        private String type;
        private String unit;
        private Double value;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>confidence</code>: 0 to 1; may be null. */
        public Builder confidence(Double confidence) {
            this.confidence = confidence;
            return this;
        }

        /** Sets the field <code>confidence</code>: 0 to 1; may be null. */
        public Builder confidence(double confidence) {
            this.confidence = confidence;
            return this;
        }

        /** Sets the field <code>device</code>: The id or the name of a registered device, or any other name. */
        public Builder device(String device) {
            this.device = device;
            return this;
        }

        /**
         * Sets the field <code>metadata</code>: Additional information about the measurement; absent in responses if
         * the point has none; may be null.
         */
        public Builder metadata(PointMetadata metadata) {
            this.metadata = metadata;
            return this;
        }

        /**
         * Sets the field <code>timestamp</code>: The time of the measurement: RFC 3339 with a time zone, stored to the
         * millisecond.
         */
        public Builder timestamp(OffsetDateTime timestamp) {
            this.timestamp = timestamp;
            return this;
        }

        /** Sets the field <code>type</code>: The point type: a name of <code>/v1/sfdp/types</code> or a custom name. */
        public Builder type(String type) {
            this.type = type;
            return this;
        }

        /** Sets the field <code>unit</code>: The unit of the value, or one of its common names. */
        public Builder unit(String unit) {
            this.unit = unit;
            return this;
        }

        /**
         * Sets the field <code>value</code>: A finite number in <code>unit</code>, stored as sent. Metrics ignore a
         * value outside the type's plausible range.
         */
        public Builder value(double value) {
            this.value = value;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public FitnessDataPoint build() {
            return new FitnessDataPoint(
                    confidence,
                    Values.required(device, "FitnessDataPoint", "device"),
                    null,
                    metadata,
                    Values.required(timestamp, "FitnessDataPoint", "timestamp"),
                    Values.required(type, "FitnessDataPoint", "type"),
                    Values.required(unit, "FitnessDataPoint", "unit"),
                    Values.required(value, "FitnessDataPoint", "value"),
                    otherFields);
        }
    }
}
