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
 * The values that the proof must be bound to. If one field is present, all are compared, and the proof must not be
 * bound to the absent ones. Without any field, the binding is not checked.
 *
 * @param domain The value that was sent to <code>prove</code>; may be null
 * @param encoding <code>json</code> (default) or <code>compact</code>: how proof and public inputs are written; may be
 *     null
 * @param expiresAt The value that was sent to <code>prove</code>. After this time the proof is not valid; may be null
 * @param nonce The value that was sent to <code>prove</code>, base64; may be null
 * @param owner The pseudonym of the owner, as in the proof's metadata and signed roots; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VerifyParameters(
        @JsonProperty("domain") String domain,
        @JsonProperty("encoding") String encoding,
        @JsonProperty("expiresAt") OffsetDateTime expiresAt,
        @JsonProperty("nonce") String nonce,
        @JsonProperty("owner") String owner,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public VerifyParameters {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.domain = domain;
        builder.encoding = encoding;
        builder.expiresAt = expiresAt;
        builder.nonce = nonce;
        builder.owner = owner;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a VerifyParameters. */
    public static final class Builder {

        private String domain;
        private String encoding;
        private OffsetDateTime expiresAt;
        private String nonce;
        private String owner;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /** Sets the field <code>domain</code>: The value that was sent to <code>prove</code>; may be null. */
        public Builder domain(String domain) {
            this.domain = domain;
            return this;
        }

        /**
         * Sets the field <code>encoding</code>: <code>json</code> (default) or <code>compact</code>: how proof and
         * public inputs are written; may be null.
         */
        public Builder encoding(String encoding) {
            this.encoding = encoding;
            return this;
        }

        /**
         * Sets the field <code>expiresAt</code>: The value that was sent to <code>prove</code>. After this time the
         * proof is not valid; may be null.
         */
        public Builder expiresAt(OffsetDateTime expiresAt) {
            this.expiresAt = expiresAt;
            return this;
        }

        /** Sets the field <code>nonce</code>: The value that was sent to <code>prove</code>, base64; may be null. */
        public Builder nonce(String nonce) {
            this.nonce = nonce;
            return this;
        }

        /**
         * Sets the field <code>owner</code>: The pseudonym of the owner, as in the proof's metadata and signed roots;
         * may be null.
         */
        public Builder owner(String owner) {
            this.owner = owner;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public VerifyParameters build() {
            return new VerifyParameters(
                    domain,
                    encoding,
                    expiresAt,
                    nonce,
                    owner,
                    otherFields);
        }
    }
}
