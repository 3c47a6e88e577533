package example.lockstep.crypto;

import java.util.Arrays;

/** A key pair. No text of it shows the private key, and closing it wipes the private key. */
public final class KeyPair implements AutoCloseable {

    private final byte[] publicKey;
    private final byte[] privateKey;

    KeyPair(byte[] publicKey, byte[] privateKey) {
        this.publicKey = publicKey;
        this.privateKey = privateKey;
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
     * Returns the private key. It is not a copy: {@link #close} wipes it.
     *
     * @return the bytes
     */
    public byte[] privateKey() {
        return privateKey;
    }

    /** Wipes the private key. */
    @Override
    public void close() {
        Arrays.fill(privateKey, (byte) 0);
    }

    @Override
    public String toString() {
        return "KeyPair[publicKey=" + publicKey.length + " bytes]";
    }
}
