package example.lockstep.crypto;

/** The object was closed, or an argument is an object of another kind. */
public final class ClosedHandleException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public ClosedHandleException(String message) {
        super(message);
    }
}
