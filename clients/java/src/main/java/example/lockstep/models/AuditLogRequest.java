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
 * The selection of audit log entries.
 *
 * @param filters the field <code>filters</code>; may be null
 * @param limit The number of entries per page; may be null
 * @param page The page number, from 1; may be null
 * @param proofs Whether each entry has a <code>proof</code>: the values with which its hash is computed again; may be
 *     null
 * @param searchQuery Words that an entry must contain, all of them, in any order: in its action, component, status,
 *     details, metadata or the id of its actor. <code>word*</code> finds every word that begins with
 *     <code>word</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditLogRequest(
        @JsonProperty("filters") AuditLogFilters filters,
        @JsonProperty("limit") Long limit,
        @JsonProperty("page") Long page,
        @JsonProperty("proofs") Boolean proofs,
        @JsonProperty("searchQuery") String searchQuery,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AuditLogRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.filters = filters;
        builder.limit = limit;
        builder.page = page;
        builder.proofs = proofs;
        builder.searchQuery = searchQuery;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AuditLogRequest. */
    public static final class Builder {

        private AuditLogFilters filters;
        private Long limit;
        private Long page;
        private Boolean proofs;
        private String searchQuery;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>filters</code>. */
        public Builder filters(AuditLogFilters filters) {
            this.filters = filters;
            return this;
        }

        /** Sets the field <code>limit</code>: The number of entries per page; may be null. */
        public Builder limit(Long limit) {
            this.limit = limit;
            return this;
        }

        /** Sets the field <code>limit</code>: The number of entries per page; may be null. */
        public Builder limit(long limit) {
            this.limit = limit;
            return this;
        }

        /** Sets the field <code>page</code>: The page number, from 1; may be null. */
        public Builder page(Long page) {
            this.page = page;
            return this;
        }

        /** Sets the field <code>page</code>: The page number, from 1; may be null. */
        public Builder page(long page) {
            this.page = page;
            return this;
        }

        /**
         * Sets the field <code>proofs</code>: Whether each entry has a <code>proof</code>: the values with which its
         * hash is computed again; may be null.
         */
        public Builder proofs(Boolean proofs) {
            this.proofs = proofs;
            return this;
        }

        /**
         * Sets the field <code>searchQuery</code>: Words that an entry must contain, all of them, in any order: in its
         * action, component, status, details, metadata or the id of its actor. <code>word*</code> finds every word
         * that begins with <code>word</code>; may be null.
         */
        public Builder searchQuery(String searchQuery) {
            this.searchQuery = searchQuery;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AuditLogRequest build() {
            return new AuditLogRequest(
                    filters,
                    limit,
                    page,
                    proofs,
                    searchQuery,
                    otherFields);
        }
    }
}
