package example.lockstep.crypto;

/** The kind <code>VMError</code>: the machine stopped. The text names the limit, the assertion or the row. */
public final class VmException extends ZkException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public VmException(String message) {
        super(message);
    }
}
