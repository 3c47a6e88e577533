package example.lockstep.crypto;

/** A message cannot be sealed. */
public final class SealException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public SealException(String message) {
        super(message);
    }
}
