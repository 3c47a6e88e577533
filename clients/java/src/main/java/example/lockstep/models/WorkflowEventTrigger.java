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
 * The workflow runs after an event of the account, and when a request starts it.
 *
 * @param atMostEvery The shortest time between two runs in seconds; events in between begin one run; may be null
 * @param event The type of the event, as webhooks name it
 * @param type The kind of this object: always <code>event</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkflowEventTrigger(
        @JsonProperty("atMostEvery") Long atMostEvery,
        @JsonProperty("event") String event,
        @JsonProperty("type") String type,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields)
        implements WorkflowTrigger {

    /** Makes a value of all fields. */
    public WorkflowEventTrigger {
        type = type == null ? "event" : type;
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.atMostEvery = atMostEvery;
        builder.event = event;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a WorkflowEventTrigger. */
    public static final class Builder {

        private Long atMostEvery;
        private String event;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>atMostEvery</code>: The shortest time between two runs in seconds; events in between
         * begin one run; may be null.
         */
        public Builder atMostEvery(Long atMostEvery) {
            this.atMostEvery = atMostEvery;
            return this;
        }

        /**
         * Sets the field <code>atMostEvery</code>: The shortest time between two runs in seconds; events in between
         * begin one run; may be null.
         */
        public Builder atMostEvery(long atMostEvery) {
            this.atMostEvery = atMostEvery;
            return this;
        }

        /** Sets the field <code>event</code>: The type of the event, as webhooks name it. */
        public Builder event(String event) {
            this.event = event;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public WorkflowEventTrigger build() {
            return new WorkflowEventTrigger(
                    atMostEvery,
                    Values.required(event, "WorkflowEventTrigger", "event"),
                    null,
                    otherFields);
        }
    }
}
