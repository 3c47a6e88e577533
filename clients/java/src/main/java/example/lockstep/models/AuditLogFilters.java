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
 * Conditions that all entries of the page meet.
 *
 * @param component Only entries of this component; may be null
 * @param dateRange <code>day</code>, <code>week</code>, <code>month</code> or <code>year</code> before now, or
 *     <code>FROM/TO</code> with RFC 3339 times or dates in UTC; may be null
 * @param excludedActions Only entries with other actions than these: at most 16 names, each as entries have it. With a
 *     <code>searchQuery</code>, among the newest 10 000 entries that contain the words; may be null
 * @param status Only entries with this status; may be null
 * @param user Only entries of this actor: the id or the name of an account, <code>anonymous</code>,
 *     <code>owner</code>, <code>system</code> or <code>erased</code>. An account whose name is one of these four words
 *     is found by its id; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditLogFilters(
        @JsonProperty("component") String component,
        @JsonProperty("dateRange") String dateRange,
        @JsonProperty("excludedActions") List<String> excludedActions,
        @JsonProperty("status") AuditStatus status,
        @JsonProperty("user") String user,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AuditLogFilters {
        excludedActions = Values.list(excludedActions);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.component = component;
        builder.dateRange = dateRange;
        builder.excludedActions = excludedActions;
        builder.status = status;
        builder.user = user;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AuditLogFilters. */
    public static final class Builder {

        private String component;
        private String dateRange;
        private List<String> excludedActions;
        private AuditStatus status;
        private String user;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>component</code>: Only entries of this component; may be null. */
        public Builder component(String component) {
            this.component = component;
            return this;
        }

        /**
         * Sets the field <code>dateRange</code>: <code>day</code>, <code>week</code>, <code>month</code> or
         * <code>year</code> before now, or <code>FROM/TO</code> with RFC 3339 times or dates in UTC; may be null.
         */
        public Builder dateRange(String dateRange) {
            this.dateRange = dateRange;
            return this;
        }

        /**
         * Sets the field <code>excludedActions</code>: Only entries with other actions than these: at most 16 names,
         * each as entries have it. With a <code>searchQuery</code>, among the newest 10 000 entries that contain the
         * words; may be null.
         */
        public Builder excludedActions(List<String> excludedActions) {
            this.excludedActions = excludedActions;
            return this;
        }

        /** Sets the field <code>status</code>: Only entries with this status; may be null. */
        public Builder status(AuditStatus status) {
            this.status = status;
            return this;
        }

        /**
         * Sets the field <code>user</code>: Only entries of this actor: the id or the name of an account,
         * <code>anonymous</code>, <code>owner</code>, <code>system</code> or <code>erased</code>. An account whose
         * name is one of these four words is found by its id; may be null.
         */
        public Builder user(String user) {
            this.user = user;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AuditLogFilters build() {
            return new AuditLogFilters(
                    component,
                    dateRange,
                    excludedActions,
                    status,
                    user,
                    otherFields);
        }
    }
}
