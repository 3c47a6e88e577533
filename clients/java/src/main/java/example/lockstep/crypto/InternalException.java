package example.lockstep.crypto;

/** The native library failed. Please report it. */
public final class InternalException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public InternalException(String message) {
        super(message);
    }
}
