package example.lockstep.crypto;

/** There is no native library for this platform, or it has another interface. */
public final class MissingLibraryException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public MissingLibraryException(String message) {
        super(message);
    }
}
