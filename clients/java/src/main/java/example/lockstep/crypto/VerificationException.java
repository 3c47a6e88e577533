package example.lockstep.crypto;

/** The kind <code>VerificationError</code>: a proof cannot be checked. An invalid proof is not an exception. */
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
