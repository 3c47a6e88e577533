package example.lockstep;

/** 409: the resource is in another state. */
public final class ConflictException extends ApiException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param status the HTTP status
     * @param refusal the server's error
     */
    public ConflictException(int status, Refusal refusal) {
        super(status, refusal);
    }
}
