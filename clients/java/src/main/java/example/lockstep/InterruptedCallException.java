package example.lockstep;

/** The thread was interrupted while it waited. The request was cancelled, and the thread is still marked as interrupted. */
public final class InterruptedCallException extends LockstepException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception with its cause.
     *
     * @param cause the interruption
     */
    public InterruptedCallException(InterruptedException cause) {
        super("the thread was interrupted while it waited for the server", cause);
    }
}
