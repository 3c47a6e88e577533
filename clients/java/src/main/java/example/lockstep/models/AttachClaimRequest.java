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
 * A claim to attach to a token.
 *
 * @param claim The document of <code>POST /v1/sfdp/proofs</code> about your own days, without audience and nonce
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AttachClaimRequest(
        @JsonProperty("claim") Map<String, Object> claim,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public AttachClaimRequest {
        claim = Values.mapOrEmpty(claim);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.claim = claim;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a AttachClaimRequest. */
    public static final class Builder {

        private Map<String, Object> claim;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>claim</code>: The document of <code>POST /v1/sfdp/proofs</code> about your own days,
         * without audience and nonce.
         */
        public Builder claim(Map<String, Object> claim) {
            this.claim = claim;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public AttachClaimRequest build() {
            return new AttachClaimRequest(
                    Values.required(claim, "AttachClaimRequest", "claim"),
                    otherFields);
        }
    }
}
