package example.lockstep.crypto;

/** The kind <code>ZKError</code>, the base of the zero-knowledge and post-quantum errors. Thrown itself, for example, for a call after cleanup. */
public class ZkException extends CryptoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public ZkException(String message) {
        super(message);
    }
}
