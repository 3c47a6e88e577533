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
 * New limits and quotas of a tier.
 *
 * @param quota New storage quotas. Unchanged if absent; null if the change does not name it
 * @param requests New request limits. Unchanged if absent; null if the change does not name it
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TierChange(
        @JsonProperty("quota") Update<TierQuotaChange> quota,
        @JsonProperty("requests") Update<TierRequestsChange> requests,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public TierChange {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.quota = quota;
        builder.requests = requests;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a TierChange. */
    public static final class Builder {

        private Update<TierQuotaChange> quota;
        private Update<TierRequestsChange> requests;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>quota</code>: New storage quotas. Unchanged if absent; null removes it. */
        public Builder quota(TierQuotaChange quota) {
            this.quota = Update.of(quota);
            return this;
        }

        /** Sets the field <code>requests</code>: New request limits. Unchanged if absent; null removes it. */
        public Builder requests(TierRequestsChange requests) {
            this.requests = Update.of(requests);
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public TierChange build() {
            return new TierChange(
                    quota,
                    requests,
                    otherFields);
        }
    }
}
