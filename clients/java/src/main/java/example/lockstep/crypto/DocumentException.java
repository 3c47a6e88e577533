package example.lockstep.crypto;

/** A key, chain, nonce or time of a verification cannot be read. A document that does not hold is no exception. */
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
