package example.lockstep.crypto;

/** The bytes are not a signed document that this version knows. */
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
