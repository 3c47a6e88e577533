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
 * New limits and quotas of tiers. Absent tiers and fields stay unchanged; null restores the default.
 *
 * @param enterprise New values for accounts of the tier <code>enterprise</code>; its <code>platform</code> and
 *     <code>administration</code> limits are at least 10; null if the change does not name it
 * @param premium New values for accounts of the tier <code>premium</code>. Unchanged if absent; null if the change
 *     does not name it
 * @param standard New values for accounts of the tier <code>standard</code>. Unchanged if absent; null if the change
 *     does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UpdateTiersRequest(
        @JsonProperty("enterprise") Update<TierChange> enterprise,
        @JsonProperty("premium") Update<TierChange> premium,
        @JsonProperty("standard") Update<TierChange> standard,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public UpdateTiersRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.enterprise = enterprise;
        builder.premium = premium;
        builder.standard = standard;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a UpdateTiersRequest. */
    public static final class Builder {

        private Update<TierChange> enterprise;
        private Update<TierChange> premium;
        private Update<TierChange> standard;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>enterprise</code>: New values for accounts of the tier <code>enterprise</code>; its
         * <code>platform</code> and <code>administration</code> limits are at least 10; null removes it.
         */
        public Builder enterprise(TierChange enterprise) {
            this.enterprise = Update.of(enterprise);
            return this;
        }

        /**
         * Sets the field <code>premium</code>: New values for accounts of the tier <code>premium</code>. Unchanged if
         * absent; null removes it.
         */
        public Builder premium(TierChange premium) {
            this.premium = Update.of(premium);
            return this;
        }

        /**
         * Sets the field <code>standard</code>: New values for accounts of the tier <code>standard</code>. Unchanged
         * if absent; null removes it.
         */
        public Builder standard(TierChange standard) {
            this.standard = Update.of(standard);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public UpdateTiersRequest build() {
            return new UpdateTiersRequest(
                    enterprise,
                    premium,
                    standard,
                    otherFields);
        }
    }
}
