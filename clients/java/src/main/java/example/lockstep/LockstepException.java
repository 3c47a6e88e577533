package example.lockstep;

/** The base of all exceptions of this library. */
public class LockstepException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message what is wrong, and what to do
     */
    public LockstepException(String message) {
        super(message);
    }

    /**
     * Makes an exception with its cause.
     *
     * @param message what is wrong, and what to do
     * @param cause the cause; may be null
     */
    public LockstepException(String message, Throwable cause) {
        super(message, cause);
    }
}
