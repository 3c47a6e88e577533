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
 * The range, the groups of figures and the level of detail.
 *
 * @param dataType the field <code>dataType</code>; may be null
 * @param dateRange the field <code>dateRange</code>; may be null
 * @param view the field <code>view</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AnalyticsFilters(
        @JsonProperty("dataType") AnalyticsDataType dataType,
        @JsonProperty("dateRange") AnalyticsRange dateRange,
        @JsonProperty("view") AnalyticsView view,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AnalyticsFilters {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.dataType = dataType;
        builder.dateRange = dateRange;
        builder.view = view;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AnalyticsFilters. */
    public static final class Builder {

        private AnalyticsDataType dataType;
        private AnalyticsRange dateRange;
        private AnalyticsView view;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>dataType</code>. */
        public Builder dataType(AnalyticsDataType dataType) {
            this.dataType = dataType;
            return this;
        }

        /** Sets the field <code>dateRange</code>. */
        public Builder dateRange(AnalyticsRange dateRange) {
            this.dateRange = dateRange;
            return this;
        }

        /** Sets the field <code>view</code>. */
        public Builder view(AnalyticsView view) {
            this.view = view;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AnalyticsFilters build() {
            return new AnalyticsFilters(
                    dataType,
                    dateRange,
                    view,
                    otherFields);
        }
    }
}
