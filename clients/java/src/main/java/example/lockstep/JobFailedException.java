package example.lockstep;

/** A job ended with an error. */
public final class JobFailedException extends ApiException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param status the HTTP status
     * @param refusal the server's error
     */
    public JobFailedException(int status, Refusal refusal) {
        super(status, refusal);
    }
}
