package example.lockstep.crypto;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Homomorphic encryption (BFV) without a secret key. */
public final class Fhe {

    private Fhe() {}

    /**
     * Encrypts values for the owner of a public key.
     *
     * @param publicKey the public key
     * @param values the values
     * @param scale how they become integers
     * @param keyId the id of the key at the platform; null for no block
     * @return the ciphertext
     */
    public static CompletableFuture<Ciphertext> encrypt(
            byte[] publicKey, List<Double> values, Scale scale, String keyId) {
        Map<String, Object> fields = plain(values, scale, keyId);
        fields.put("publicKey", publicKey);
        return Work.start(token -> new Ciphertext(Bridge.call("FhePublicKey.encrypt", fields, token)));
    }

    /**
     * Computes on series without their secret key.
     *
     * @param evaluationKeys the keys of {@link FheSecretKey#evaluationKeys}
     * @param operation <code>add</code>, <code>subtract</code>, <code>negate</code>, <code>multiply</code>,
     *     <code>square</code>, <code>sum</code>, <code>mean</code>, <code>variance</code>, <code>dot</code>,
     *     <code>weightedSum</code> or <code>rotate</code>
     * @param operands one or two series
     * @return the encrypted result
     */
    public static CompletableFuture<byte[]> compute(byte[] evaluationKeys, String operation, List<byte[]> operands) {
        return compute(evaluationKeys, operation, operands, null, null);
    }

    /**
     * Computes on series without their secret key.
     *
     * @param evaluationKeys the keys of {@link FheSecretKey#evaluationKeys}
     * @param operation the operation, as above
     * @param operands one or two series
     * @param steps the steps of <code>rotate</code>; may be null
     * @param weights the weights of <code>weightedSum</code>; may be null
     * @return the encrypted result
     */
    public static CompletableFuture<byte[]> compute(
            byte[] evaluationKeys, String operation, List<byte[]> operands, Long steps, List<Long> weights) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("evaluationKeys", evaluationKeys);
        fields.put("operation", operation);
        fields.put("operands", operands);
        fields.put("steps", steps);
        fields.put("weights", weights);
        return Work.start(
                token -> Bridge.call("FheEvaluationKeys.compute", fields, token).bytes("result"));
    }

    static Map<String, Object> plain(List<Double> values, Scale scale, String keyId) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("values", values);
        fields.put("scale", scale == null ? null : scale.fields());
        fields.put("keyId", keyId);
        return fields;
    }

    static Decrypted decrypted(Frame found) {
        long decimals = found.number("decimals");
        String keyId = found.textOrNull("keyId");
        if (!found.text("kind").equals("series")) {
            return new Decrypted.Reduction(
                    found.real("value"),
                    new BigInteger(found.text("numerator")),
                    new BigInteger(found.text("denominator")),
                    decimals,
                    keyId);
        }
        List<Double> values = new ArrayList<>();
        found.at("values").json().forEach(one -> values.add(one.asDouble()));
        List<BigInteger> integers =
                found.texts("integers").stream().map(BigInteger::new).toList();
        return new Decrypted.Series(List.copyOf(values), integers, decimals, keyId);
    }
}
