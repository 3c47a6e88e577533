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
 * The workflow runs at the times of <code>cron</code> or <code>rrule</code>, and when a request starts it.
 *
 * @param cron Five fields: minute, hour, day of the month, month, day of the week; may be null
 * @param rrule A recurrence rule of RFC 5545, of whole days or longer; may be null
 * @param start The local date and time at which <code>rrule</code> begins; may be null
 * @param timeZone The time zone, an IANA name; may be null
 * @param type The kind of this object: always <code>schedule</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowScheduleTrigger(
        @JsonProperty("cron") String cron,
        @JsonProperty("rrule") String rrule,
        @JsonProperty("start") String start,
        @JsonProperty("timeZone") String timeZone,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements WorkflowTrigger {

    /** Makes a value of all fields. */
    public WorkflowScheduleTrigger {
        type = type == null ? "schedule" : type;
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.cron = cron;
        builder.rrule = rrule;
        builder.start = start;
        builder.timeZone = timeZone;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowScheduleTrigger. */
    public static final class Builder {

        private String cron;
        private String rrule;
        private String start;
        private String timeZone;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>cron</code>: Five fields: minute, hour, day of the month, month, day of the week; may
         * be null.
         */
        public Builder cron(String cron) {
            this.cron = cron;
            return this;
        }

        /** Sets the field <code>rrule</code>: A recurrence rule of RFC 5545, of whole days or longer; may be null. */
        public Builder rrule(String rrule) {
            this.rrule = rrule;
            return this;
        }

        /** Sets the field <code>start</code>: The local date and time at which <code>rrule</code> begins; may be null. */
        public Builder start(String start) {
            this.start = start;
            return this;
        }

        /** Sets the field <code>timeZone</code>: The time zone, an IANA name; may be null. */
        public Builder timeZone(String timeZone) {
            this.timeZone = timeZone;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowScheduleTrigger build() {
            return new WorkflowScheduleTrigger(
                    cron,
                    rrule,
                    start,
                    timeZone,
                    null,
                    otherFields);
        }
    }
}
