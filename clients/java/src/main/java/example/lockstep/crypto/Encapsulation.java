package example.lockstep.crypto;

import java.util.Arrays;

/** A shared secret, and the ciphertext that carries it to the owner of a key. Closing it wipes the secret. */
public final class Encapsulation implements AutoCloseable {

    private final byte[] ciphertext;
    private final byte[] sharedSecret;

    Encapsulation(byte[] ciphertext, byte[] sharedSecret) {
        this.ciphertext = ciphertext;
        this.sharedSecret = sharedSecret;
    }

    /**
     * Returns the ciphertext.
     *
     * @return the bytes
     */
    public byte[] ciphertext() {
        return ciphertext.clone();
    }

    /**
     * Returns the secret. It is not a copy: {@link #close} wipes it.
     *
     * @return the bytes
     */
    public byte[] sharedSecret() {
        return sharedSecret;
    }

    /** Wipes the secret. */
    @Override
    public void close() {
        Arrays.fill(sharedSecret, (byte) 0);
    }

    @Override
    public String toString() {
        return "Encapsulation[ciphertext=" + ciphertext.length + " bytes]";
    }
}
