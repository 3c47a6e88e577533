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
 * The claim to prove about the caller's days.
 *
 * @param audience The verifier and the purpose; bound by the proof. <code>lockstep verify</code> requires it as
 *     <code>--audience</code>; may be null
 * @param curve The curve of <code>Groth16</code> (default if only a curve is given) and <code>PGHR13</code>:
 *     <code>bls12-381</code> (default, about 126 bits), <code>bn254</code> (about 100 bits: for snarkjs and
 *     blockchains); may be null
 * @param endDate The last day. Every day from the first to the last is claimed, and the last must be over
 * @param expiresAt The end of the claim's validity: RFC 3339; may be null
 * @param nonce A nonce chosen by the verifier, base64; bound by the proof, so that the claim convinces no other
 *     verifier. <code>lockstep verify</code> requires it as <code>--nonce</code>; may be null
 * @param scheme <code>Bulletproofs</code> (default): no set-up, so the proof convinces strangers. <code>Groth16</code>
 *     or <code>PGHR13</code>: under a key that this installation created, for circuits of other programs; may be null
 * @param startDate The first day
 * @param statement the field <code>statement</code>
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProveDaysRequest(
        @JsonProperty("audience") String audience,
        @JsonProperty("curve") String curve,
        @JsonProperty("endDate") String endDate,
        @JsonProperty("expiresAt") String expiresAt,
        @JsonProperty("nonce") String nonce,
        @JsonProperty("scheme") String scheme,
        @JsonProperty("startDate") String startDate,
        @JsonProperty("statement") DailyBounds statement,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ProveDaysRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.audience = audience;
        builder.curve = curve;
        builder.endDate = endDate;
        builder.expiresAt = expiresAt;
        builder.nonce = nonce;
        builder.scheme = scheme;
        builder.startDate = startDate;
        builder.statement = statement;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ProveDaysRequest. */
    public static final class Builder {

        private String audience;
        private String curve;
        private String endDate;
        private String expiresAt;
        private String nonce;
        private String scheme;
        private String startDate;
        private DailyBounds statement;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>audience</code>: The verifier and the purpose; bound by the proof. <code>lockstep
         * verify</code> requires it as <code>--audience</code>; may be null.
         */
        public Builder audience(String audience) {
            this.audience = audience;
            return this;
        }

        /**
         * Sets the field <code>curve</code>: The curve of <code>Groth16</code> (default if only a curve is given) and
         * <code>PGHR13</code>: <code>bls12-381</code> (default, about 126 bits), <code>bn254</code> (about 100 bits:
         * for snarkjs and blockchains); may be null.
         */
        public Builder curve(String curve) {
            this.curve = curve;
            return this;
        }

        /**
         * Sets the field <code>endDate</code>: The last day. Every day from the first to the last is claimed, and the
         * last must be over.
         */
        public Builder endDate(String endDate) {
            this.endDate = endDate;
            return this;
        }

        /** Sets the field <code>expiresAt</code>: The end of the claim's validity: RFC 3339; may be null. */
        public Builder expiresAt(String expiresAt) {
            this.expiresAt = expiresAt;
            return this;
        }

        /**
         * Sets the field <code>nonce</code>: A nonce chosen by the verifier, base64; bound by the proof, so that the
         * claim convinces no other verifier. <code>lockstep verify</code> requires it as <code>--nonce</code>; may be
         * null.
         */
        public Builder nonce(String nonce) {
            this.nonce = nonce;
            return this;
        }

        /**
         * Sets the field <code>scheme</code>: <code>Bulletproofs</code> (default): no set-up, so the proof convinces
         * strangers. <code>Groth16</code> or <code>PGHR13</code>: under a key that this installation created, for
         * circuits of other programs; may be null.
         */
        public Builder scheme(String scheme) {
            this.scheme = scheme;
            return this;
        }

        /** Sets the field <code>startDate</code>: The first day. */
        public Builder startDate(String startDate) {
            this.startDate = startDate;
            return this;
        }

        /** Sets the field <code>statement</code>. */
        public Builder statement(DailyBounds statement) {
            this.statement = statement;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ProveDaysRequest build() {
            return new ProveDaysRequest(
                    audience,
                    curve,
                    Values.required(endDate, "ProveDaysRequest", "endDate"),
                    expiresAt,
                    nonce,
                    scheme,
                    Values.required(startDate, "ProveDaysRequest", "startDate"),
                    Values.required(statement, "ProveDaysRequest", "statement"),
                    otherFields);
        }
    }
}
