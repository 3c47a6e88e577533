package example.lockstep.crypto;

/** A key, chain, nonce or time of a verification cannot be read. An invalid document does not throw: the result says so. */
public final class DocumentException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public DocumentException(String message) {
        super(message);
    }
}
