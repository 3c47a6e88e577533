package example.lockstep.crypto;

/** An envelope cannot be opened: the same text for every cause. */
public final class OpenException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public OpenException(String message) {
        super(message);
    }
}
