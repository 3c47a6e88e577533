package example.lockstep;

/** No answer arrived: the connection failed, or the answer was interrupted. */
public class ApiConnectionException extends LockstepException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception with its cause.
     *
     * @param message what failed
     * @param cause the cause; may be null
     */
    public ApiConnectionException(String message, Throwable cause) {
        super(message, cause);
    }
}
