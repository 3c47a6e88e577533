package example.lockstep.crypto;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** ML-KEM (<code>kyber</code>), ML-DSA (<code>dilithium</code>) or SLH-DSA (<code>sphincs</code>). */
public final class PostQuantumScheme extends NativeObject {

    /** Makes a scheme; initialize it before use. */
    public PostQuantumScheme() {
        super(created("PostQuantumScheme.new", Map.of()));
    }

    /**
     * Chooses the scheme.
     *
     * @param scheme <code>kyber</code>, <code>dilithium</code> or <code>sphincs</code>
     * @param securityLevel 1, 3 or 5
     * @return ends when it is ready
     */
    public CompletableFuture<Void> initialize(String scheme, int securityLevel) {
        return initialize(scheme, securityLevel, null);
    }

    /**
     * Chooses the scheme.
     *
     * @param scheme <code>kyber</code>, <code>dilithium</code> or <code>sphincs</code>
     * @param securityLevel 1, 3 or 5
     * @param params <code>hash</code>, <code>variant</code>, <code>context</code>, <code>deterministic</code>,
     *     <code>keyFormat</code>, <code>hybrid</code>; may be null
     * @return ends when it is ready
     */
    public CompletableFuture<Void> initialize(String scheme, int securityLevel, Map<String, ?> params) {
        Map<String, Object> config = new HashMap<>();
        config.put("scheme", scheme);
        config.put("securityLevel", securityLevel);
        config.put("params", params);
        return start("PostQuantumScheme.initialize", Map.of("config", config), done -> null);
    }

    /**
     * Makes a key pair.
     *
     * @return the key pair; close it after use
     */
    public CompletableFuture<KeyPair> generateKeyPair() {
        return start(
                "PostQuantumScheme.generateKeyPair",
                Map.of(),
                made -> new KeyPair(made.bytes("publicKey"), made.bytes("privateKey")));
    }

    /**
     * Makes a secret that only the owner of the private key can read from the ciphertext.
     *
     * @param publicKey the public key
     * @return the secret and the ciphertext; close it after use
     */
    public CompletableFuture<Encapsulation> encapsulate(byte[] publicKey) {
        return start(
                "PostQuantumScheme.encapsulate",
                Map.of("publicKey", publicKey),
                made -> new Encapsulation(made.bytes("ciphertext"), made.bytes("sharedSecret")));
    }

    /**
     * Reads the secret of a ciphertext. A forged ciphertext gives another secret.
     *
     * @param ciphertext the ciphertext
     * @param privateKey the private key
     * @return the secret
     */
    public CompletableFuture<byte[]> decapsulate(byte[] ciphertext, byte[] privateKey) {
        Map<String, Object> fields = Map.of("ciphertext", ciphertext, "privateKey", privateKey);
        return start("PostQuantumScheme.decapsulate", fields, made -> made.bytes("sharedSecret"));
    }

    /**
     * Signs a message.
     *
     * @param message the message
     * @param privateKey the private key
     * @return the signature
     */
    public CompletableFuture<byte[]> sign(byte[] message, byte[] privateKey) {
        Map<String, Object> fields = Map.of("message", message, "privateKey", privateKey);
        return start("PostQuantumScheme.sign", fields, made -> made.bytes("signature"));
    }

    /**
     * Verifies a signature.
     *
     * @param message the message
     * @param signature the signature
     * @param publicKey the public key
     * @return whether it holds
     */
    public CompletableFuture<Boolean> verify(byte[] message, byte[] signature, byte[] publicKey) {
        Map<String, Object> fields = Map.of("message", message, "signature", signature, "publicKey", publicKey);
        return start("PostQuantumScheme.verify", fields, answer -> answer.flag("verified"));
    }
}
