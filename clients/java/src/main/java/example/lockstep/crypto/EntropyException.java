package example.lockstep.crypto;

/** The source of entropy failed. */
public final class EntropyException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public EntropyException(String message) {
        super(message);
    }
}
