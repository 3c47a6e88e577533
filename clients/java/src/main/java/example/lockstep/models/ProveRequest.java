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
 * The circuit and the inputs to prove.
 *
 * @param circuit <code>range</code>, <code>range:16</code>, <code>range:32</code>, <code>range:64</code>,
 *     <code>equality</code>, <code>commitment</code>, <code>membership</code> (depth 20), <code>membership:N</code> (1
 *     to 32), <code>set:N</code> (2 to 64), <code>aggregate:N</code> (a power of two, 2 to 64), <code>sum</code>
 *     (<code>Bulletproofs</code> only), <code>circuit:&lt;sha256&gt;</code> of an uploaded circuit, or
 *     <code>r1cs:&lt;base64&gt;</code>, which is stored as a circuit of the account with its first proof
 * @param data Base64 of a JSON object with the circuit's named inputs (<code>&#123;"value": 52, "min": 40, "max":
 *     60&#125;</code>), of a <code>.wtns</code>, or a ZK envelope
 * @param parameters the field <code>parameters</code>; may be null
 * @param otherFields the fields that this version of the client does not know
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProveRequest(
        @JsonProperty("circuit") String circuit,
        @JsonProperty("data") String data,
        @JsonProperty("parameters") ProofParameters parameters,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> otherFields) {

    /** Makes a value of all fields. */
    public ProveRequest {
        otherFields = Values.hidden(otherFields);
    }

    /** Returns a builder without fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the fields of this value. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.circuit = circuit;
        builder.data = data;
        builder.parameters = parameters;
        builder.otherFields.putAll(otherFields);
        return builder;
    }

    /** Makes a ProveRequest. */
    public static final class Builder {

        private String circuit;
        private String data;
        private ProofParameters parameters;
        private final Map<String, Object> otherFields = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Sets the field <code>circuit</code>: <code>range</code>, <code>range:16</code>, <code>range:32</code>,
         * <code>range:64</code>, <code>equality</code>, <code>commitment</code>, <code>membership</code> (depth 20),
         * <code>membership:N</code> (1 to 32), <code>set:N</code> (2 to 64), <code>aggregate:N</code> (a power of two,
         * 2 to 64), <code>sum</code> (<code>Bulletproofs</code> only), <code>circuit:&lt;sha256&gt;</code> of an
         * uploaded circuit, or <code>r1cs:&lt;base64&gt;</code>, which is stored as a circuit of the account with its
         * first proof.
         */
        public Builder circuit(String circuit) {
            this.circuit = circuit;
            return this;
        }

        /**
         * Sets the field <code>data</code>: Base64 of a JSON object with the circuit's named inputs
         * (<code>&#123;"value": 52, "min": 40, "max": 60&#125;</code>), of a <code>.wtns</code>, or a ZK envelope.
         */
        public Builder data(String data) {
            this.data = data;
            return this;
        }

        /** Sets the field <code>parameters</code>. */
        public Builder parameters(ProofParameters parameters) {
            this.parameters = parameters;
            return this;
        }

        /** Sets a field that this version of the client does not know, to a value that JSON has. */
        public Builder otherField(String name, Object value) {
            otherFields.put(name, value);
            return this;
        }

        /** Returns the value, or throws an <code>IllegalStateException</code> if a required field is missing. */
        public ProveRequest build() {
            return new ProveRequest(
                    Values.required(circuit, "ProveRequest", "circuit"),
                    Values.required(data, "ProveRequest", "data"),
                    parameters,
                    otherFields);
        }
    }
}
