package example.lockstep.crypto;

/** A value, key or ciphertext of BFV is refused. */
public final class HomomorphicException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public HomomorphicException(String message) {
        super(message);
    }
}
