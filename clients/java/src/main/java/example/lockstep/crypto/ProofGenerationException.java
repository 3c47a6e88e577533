package example.lockstep.crypto;

/** The kind <code>ProofGenerationError</code>: no proof can be made, for example of a false statement. */
public final class ProofGenerationException extends ZkException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public ProofGenerationException(String message) {
        super(message);
    }
}
