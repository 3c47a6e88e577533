package example.lockstep;

/** A message of a socket is not JSON of Lockstep: check the address of the server and the proxies before it. */
public final class MalformedMessageException extends LockstepException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param problem what is wrong with the message
     * @param cause the cause; may be null
     */
    public MalformedMessageException(String problem, Throwable cause) {
        super(problem + ": check the address of the server and the proxies before it", cause);
    }
}
