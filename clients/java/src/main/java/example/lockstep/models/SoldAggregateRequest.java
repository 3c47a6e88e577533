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
 * The aggregate to compute from sold points.
 *
 * @param audience The recipient that the document names; absent: the purchase; may be null
 * @param days Calendar days in UTC that the certificate names as offered; absent for all of them; may be null
 * @param device Only the points of this device, named as in the token's series; may be null
 * @param operation the field <code>operation</code>
 * @param type The type of the points
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SoldAggregateRequest(
        @JsonProperty("audience") String audience,
        @JsonProperty("days") List<String> days,
        @JsonProperty("device") String device,
        @JsonProperty("operation") SoldAggregateOperation operation,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public SoldAggregateRequest {
        days = Values.list(days);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.audience = audience;
        builder.days = days;
        builder.device = device;
        builder.operation = operation;
        builder.type = type;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a SoldAggregateRequest. */
    public static final class Builder {

        private String audience;
        private List<String> days;
        private String device;
        private SoldAggregateOperation operation;
        private String type;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>audience</code>: The recipient that the document names; absent: the purchase; may be
         * null.
         */
        public Builder audience(String audience) {
            this.audience = audience;
            return this;
        }

        /**
         * Sets the field <code>days</code>: Calendar days in UTC that the certificate names as offered; absent for all
         * of them; may be null.
         */
        public Builder days(List<String> days) {
            this.days = days;
            return this;
        }

        /**
         * Sets the field <code>device</code>: Only the points of this device, named as in the token's series; may be
         * null.
         */
        public Builder device(String device) {
            this.device = device;
            return this;
        }

        /** Sets the field <code>operation</code>. */
        public Builder operation(SoldAggregateOperation operation) {
            this.operation = operation;
            return this;
        }

        /** Sets the field <code>type</code>: The type of the points. */
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
        public SoldAggregateRequest build() {
            return new SoldAggregateRequest(
                    audience,
                    days,
                    device,
                    Values.required(operation, "SoldAggregateRequest", "operation"),
                    Values.required(type, "SoldAggregateRequest", "type"),
                    otherFields);
        }
    }
}
