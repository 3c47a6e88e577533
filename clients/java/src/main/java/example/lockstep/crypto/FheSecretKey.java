package example.lockstep.crypto;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A secret key of homomorphic encryption (BFV), which stays in the native library. */
public final class FheSecretKey extends NativeObject {

    private final String set;
    private final long slots;

    private FheSecretKey(Frame made) {
        super(made.number("handle"));
        this.set = made.text("set");
        this.slots = made.number("slots");
    }

    /**
     * Makes a key of the parameters <code>bfv-128</code>.
     *
     * @return the key
     */
    public static FheSecretKey generate() {
        return generate(null);
    }

    /**
     * Makes a key.
     *
     * @param set the set of parameters; null for <code>bfv-128</code>
     * @return the key
     */
    public static FheSecretKey generate(String set) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("set", set);
        return new FheSecretKey(Bridge.call("FheSecretKey.generate", fields, Bridge.NO_CANCELLATION));
    }

    /**
     * Takes an exported key.
     *
     * @param secretKey the bytes
     * @return the key
     */
    public static FheSecretKey importKey(byte[] secretKey) {
        return new FheSecretKey(
                Bridge.call("FheSecretKey.import", Map.of("secretKey", secretKey), Bridge.NO_CANCELLATION));
    }

    /**
     * Returns the set of parameters.
     *
     * @return its name
     */
    public String set() {
        return set;
    }

    /**
     * Returns the number of values in a ciphertext.
     *
     * @return the number
     */
    public long slots() {
        return slots;
    }

    /**
     * Returns the secret key. The caller wipes it.
     *
     * @return the bytes
     */
    public byte[] export() {
        return call("FheSecretKey.export", Map.of()).bytes("secretKey");
    }

    /**
     * Makes the key that encrypts.
     *
     * @return the bytes
     */
    public CompletableFuture<byte[]> publicKey() {
        return start("FheSecretKey.publicKey", Map.of(), made -> made.bytes("publicKey"));
    }

    /**
     * Makes the keys that a server needs to compute on ciphertexts, with the default operations.
     *
     * @return the bytes
     */
    public CompletableFuture<byte[]> evaluationKeys() {
        return evaluationKeys(null, null, null, null);
    }

    /**
     * Makes the keys that a server needs to compute on ciphertexts. An argument that is null has its default.
     *
     * @param multiplication whether ciphertexts can be multiplied
     * @param sumWindow the number of values that can be summed
     * @param rotations the steps by which values can be rotated
     * @param swap whether the halves of a ciphertext can be swapped
     * @return the bytes
     */
    public CompletableFuture<byte[]> evaluationKeys(
            Boolean multiplication, Long sumWindow, List<Long> rotations, Boolean swap) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("multiplication", multiplication);
        fields.put("sumWindow", sumWindow);
        fields.put("rotations", rotations);
        fields.put("swap", swap);
        return start("FheSecretKey.evaluationKeys", fields, made -> made.bytes("evaluationKeys"));
    }

    /**
     * Encrypts values.
     *
     * @param values the values
     * @param scale how they become integers
     * @param keyId the id of the key at the platform; null for no block
     * @return the ciphertext
     */
    public CompletableFuture<Ciphertext> encrypt(List<Double> values, Scale scale, String keyId) {
        return start("FheSecretKey.encrypt", Fhe.plain(values, scale, keyId), Ciphertext::new);
    }

    /**
     * Decrypts a series, a reduction, or an envelope with one of them.
     *
     * @param ciphertext the bytes
     * @return the values
     */
    public CompletableFuture<Decrypted> decrypt(byte[] ciphertext) {
        return start("FheSecretKey.decrypt", Map.of("ciphertext", ciphertext), Fhe::decrypted);
    }
}
