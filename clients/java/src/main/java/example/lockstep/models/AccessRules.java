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
 * Rules under which a token is sold. Each is enforced; an unknown restriction is refused.
 *
 * @param allowedUses The number of reads that each purchase allows
 * @param duration The duration of the access after a purchase: ISO 8601, at most ten years
 * @param restrictions <code>aggregate-only</code> (only sums, means and variances over days), <code>no-export</code>
 *     (only JSON pages) and <code>purpose:&lt;word&gt;</code> (the buyer states the purpose, and the receipt repeats
 *     it); may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AccessRules(
        @JsonProperty("allowedUses") long allowedUses,
        @JsonProperty("duration") String duration,
        @JsonProperty("restrictions") List<String> restrictions,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AccessRules {
        restrictions = Values.list(restrictions);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.allowedUses = allowedUses;
        builder.duration = duration;
        builder.restrictions = restrictions;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AccessRules. */
    public static final class Builder {

        private Long allowedUses;
        private String duration;
        private List<String> restrictions;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>allowedUses</code>: The number of reads that each purchase allows. */
        public Builder allowedUses(long allowedUses) {
            this.allowedUses = allowedUses;
            return this;
        }

        /**
         * Sets the field <code>duration</code>: The duration of the access after a purchase: ISO 8601, at most ten
         * years.
         */
        public Builder duration(String duration) {
            this.duration = duration;
            return this;
        }

        /**
         * Sets the field <code>restrictions</code>: <code>aggregate-only</code> (only sums, means and variances over
         * days), <code>no-export</code> (only JSON pages) and <code>purpose:&lt;word&gt;</code> (the buyer states the
         * purpose, and the receipt repeats it); may be null.
         */
        public Builder restrictions(List<String> restrictions) {
            this.restrictions = restrictions;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AccessRules build() {
            return new AccessRules(
                    Values.required(allowedUses, "AccessRules", "allowedUses"),
                    Values.required(duration, "AccessRules", "duration"),
                    restrictions,
                    otherFields);
        }
    }
}
