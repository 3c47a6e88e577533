package example.lockstep.crypto;

/** The kind <code>PostQuantumError</code>: a key, ciphertext or method does not fit the scheme. */
public final class PostQuantumException extends ZkException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public PostQuantumException(String message) {
        super(message);
    }
}
