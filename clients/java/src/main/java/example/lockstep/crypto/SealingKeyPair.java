package example.lockstep.crypto;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A key pair: all who know the public key can seal, the owner can open. */
public final class SealingKeyPair extends NativeObject {

    private final byte[] publicKey;

    private SealingKeyPair(Frame made) {
        super(made.number("handle"));
        this.publicKey = made.bytes("publicKey");
    }

    /**
     * Makes a key pair for X-Wing.
     *
     * @return the key pair
     */
    public static SealingKeyPair generate() {
        return generate(null);
    }

    /**
     * Makes a key pair.
     *
     * @param kem <code>X-Wing</code> or <code>MLKEM1024-P384</code>; null for the first
     * @return the key pair
     */
    public static SealingKeyPair generate(String kem) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("kem", kem);
        return new SealingKeyPair(Bridge.call("SealingKeyPair.generate", fields, Bridge.NO_CANCELLATION));
    }

    /**
     * Takes a private key.
     *
     * @param privateKey 32 bytes
     * @param kem as for {@link #generate(String)}
     * @return the key pair
     */
    public static SealingKeyPair importKey(byte[] privateKey, String kem) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("privateKey", privateKey);
        fields.put("kem", kem);
        return new SealingKeyPair(Bridge.call("SealingKeyPair.import", fields, Bridge.NO_CANCELLATION));
    }

    /**
     * Returns the public key.
     *
     * @return the bytes
     */
    public byte[] publicKey() {
        return publicKey.clone();
    }

    /**
     * Returns the private key. The caller wipes it.
     *
     * @return 32 bytes
     */
    public byte[] export() {
        return call("SealingKeyPair.export", Map.of()).bytes("privateKey");
    }

    /**
     * Opens an envelope.
     *
     * @param envelope the envelope
     * @param context where it belongs
     * @return the message
     */
    public CompletableFuture<byte[]> open(byte[] envelope, SealContext context) {
        Map<String, Object> fields = Map.of("envelope", envelope, "context", context.fields());
        return start("SealingKeyPair.open", fields, made -> made.bytes("plaintext"));
    }

    /**
     * Seals a message to the owner of a public key.
     *
     * @param publicKey the public key
     * @param kem as for {@link #generate(String)}
     * @param plaintext the message
     * @param keyName the name of the key
     * @param context where the envelope belongs
     * @param options the header fields of the envelope
     * @return the envelope
     */
    public static CompletableFuture<byte[]> sealTo(
            byte[] publicKey, String kem, byte[] plaintext, KeyName keyName, SealContext context, SealOptions options) {
        Map<String, Object> fields = options.message(plaintext, keyName, context);
        fields.put("publicKey", publicKey);
        fields.put("kem", kem);
        return Work.start(
                token -> Bridge.call("SealingKeyPair.sealTo", fields, token).bytes("envelope"));
    }
}
