package example.lockstep.crypto;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A symmetric key, which stays in the native library. */
public final class SealingKey extends NativeObject {

    private SealingKey(long handle) {
        super(handle);
    }

    /**
     * Makes a key for AES-256-GCM.
     *
     * @return the key
     */
    public static SealingKey generate() {
        return generate(null);
    }

    /**
     * Makes a key.
     *
     * @param cipher <code>AES-256-GCM</code>, <code>AES-192-GCM</code> or <code>AES-128-GCM</code>; null for the first
     * @return the key
     */
    public static SealingKey generate(String cipher) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("cipher", cipher);
        return new SealingKey(created("SealingKey.generate", fields));
    }

    /**
     * Takes a key.
     *
     * @param key 32 bytes
     * @param cipher as for {@link #generate(String)}
     * @return the key
     */
    public static SealingKey importKey(byte[] key, String cipher) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("key", key);
        fields.put("cipher", cipher);
        return new SealingKey(created("SealingKey.import", fields));
    }

    /**
     * Returns the secret key. The caller wipes it.
     *
     * @return 32 bytes
     */
    public byte[] export() {
        return call("SealingKey.export", Map.of()).bytes("key");
    }

    /**
     * Returns a value that tells keys apart, and reveals nothing of them.
     *
     * @return 16 bytes
     */
    public byte[] checkValue() {
        return call("SealingKey.checkValue", Map.of()).bytes("checkValue");
    }

    /**
     * Makes another key of this one.
     *
     * @param label the purpose of the key
     * @param cipher as for {@link #generate(String)}
     * @return the key
     */
    public SealingKey derive(String label, String cipher) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("label", label);
        fields.put("cipher", cipher);
        return new SealingKey(call("SealingKey.derive", fields).number("handle"));
    }

    /**
     * Seals a message.
     *
     * @param plaintext the message
     * @param keyName the name of this key
     * @param context where the envelope belongs
     * @return the envelope
     */
    public CompletableFuture<byte[]> seal(byte[] plaintext, KeyName keyName, SealContext context) {
        return seal(plaintext, keyName, context, SealOptions.DEFAULT);
    }

    /**
     * Seals a message.
     *
     * @param plaintext the message
     * @param keyName the name of this key
     * @param context where the envelope belongs
     * @param options the header fields of the envelope
     * @return the envelope
     */
    public CompletableFuture<byte[]> seal(byte[] plaintext, KeyName keyName, SealContext context, SealOptions options) {
        return start("SealingKey.seal", options.message(plaintext, keyName, context), made -> made.bytes("envelope"));
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
        return start("SealingKey.open", fields, made -> made.bytes("plaintext"));
    }

    /**
     * Seals another key.
     *
     * @param key the other key
     * @param keyName the name of this key
     * @param account the id of the account
     * @param row the row of the table; may be empty
     * @return the envelope
     */
    public byte[] wrap(SealingKey key, KeyName keyName, String account, String row) {
        Map<String, Object> fields = Map.of("key", key, "keyName", keyName.fields(), "account", account, "row", row);
        return call("SealingKey.wrap", fields).bytes("envelope");
    }

    /**
     * Opens a sealed key.
     *
     * @param envelope the envelope
     * @param account the id of the account
     * @param row the row of the table; may be empty
     * @return the key
     */
    public SealingKey unwrap(byte[] envelope, String account, String row) {
        Map<String, Object> fields = Map.of("envelope", envelope, "account", account, "row", row);
        return new SealingKey(call("SealingKey.unwrap", fields).number("handle"));
    }
}
