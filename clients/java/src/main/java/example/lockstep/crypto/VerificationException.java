package example.lockstep.crypto;

/** The kind <code>VerificationError</code>: a proof cannot be judged. A false proof is no exception. */
public final class VerificationException extends ZkException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public VerificationException(String message) {
        super(message);
    }
}
