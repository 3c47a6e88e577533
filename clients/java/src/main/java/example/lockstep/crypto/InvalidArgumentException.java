package example.lockstep.crypto;

/** An argument has the wrong type or form. */
public final class InvalidArgumentException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public InvalidArgumentException(String message) {
        super(message);
    }
}
