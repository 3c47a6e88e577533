package example.lockstep;

/** The base of all exceptions of this library. */
public class LockstepException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message the problem and the remedy
     */
    public LockstepException(String message) {
        super(message);
    }

    /**
     * Makes an exception with its cause.
     *
     * @param message the problem and the remedy
     * @param cause the cause; may be null
     */
    public LockstepException(String message, Throwable cause) {
        super(message, cause);
    }
}
