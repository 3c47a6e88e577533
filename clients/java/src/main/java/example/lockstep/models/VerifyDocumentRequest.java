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
 * A signed document, and what its reader expects of it.
 *
 * @param attester The fingerprint of the signing key that the reader trusts. Without it, only documents of this
 *     installation hold. A present or former key of this installation stands for every key of its chain, as with
 *     <code>lockstep verify --chain</code>: a document that is dated after its key was replaced is invalid; may be
 *     null
 * @param audience The audience that the reader expects. A document that names an audience is invalid without it; may
 *     be null
 * @param document The document: a claim, a certificate, a receipt, or any other document that a Lockstep server signed
 * @param nonce The nonce that the reader gave to the prover, base64. A document that contains a nonce is invalid
 *     without it; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VerifyDocumentRequest(
        @JsonProperty("attester") String attester,
        @JsonProperty("audience") String audience,
        @JsonProperty("document") Map<String, Object> document,
        @JsonProperty("nonce") String nonce,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public VerifyDocumentRequest {
        document = Values.mapOrEmpty(document);
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.attester = attester;
        builder.audience = audience;
        builder.document = document;
        builder.nonce = nonce;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a VerifyDocumentRequest. */
    public static final class Builder {

        private String attester;
        private String audience;
        private Map<String, Object> document;
        private String nonce;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>attester</code>: The fingerprint of the signing key that the reader trusts. Without it,
         * only documents of this installation hold. A present or former key of this installation stands for every key
         * of its chain, as with <code>lockstep verify --chain</code>: a document that is dated after its key was
         * replaced is invalid; may be null.
         */
        public Builder attester(String attester) {
            this.attester = attester;
            return this;
        }

        /**
         * Sets the field <code>audience</code>: The audience that the reader expects. A document that names an
         * audience is invalid without it; may be null.
         */
        public Builder audience(String audience) {
            this.audience = audience;
            return this;
        }

        /**
         * Sets the field <code>document</code>: The document: a claim, a certificate, a receipt, or any other document
         * that a Lockstep server signed.
         */
        public Builder document(Map<String, Object> document) {
            this.document = document;
            return this;
        }

        /**
         * Sets the field <code>nonce</code>: The nonce that the reader gave to the prover, base64. A document that
         * contains a nonce is invalid without it; may be null.
         */
        public Builder nonce(String nonce) {
            this.nonce = nonce;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public VerifyDocumentRequest build() {
            return new VerifyDocumentRequest(
                    attester,
                    audience,
                    Values.required(document, "VerifyDocumentRequest", "document"),
                    nonce,
                    otherFields);
        }
    }
}
