package example.lockstep.crypto;

/** The kind <code>InitializationError</code>: the configuration is invalid, or the object was not initialized. */
public final class InitializationException extends ZkException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public InitializationException(String message) {
        super(message);
    }
}
