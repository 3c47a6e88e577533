package example.lockstep.crypto;

/** The call was cancelled. */
public final class CancelledException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public CancelledException(String message) {
        super(message);
    }
}
