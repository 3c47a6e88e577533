package example.lockstep;

/** 400, 413, 415, 422: the request is wrong; {@link #details} names the parameter. */
public final class InvalidRequestException extends ApiException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param status the HTTP status
     * @param refusal the server's error
     */
    public InvalidRequestException(int status, Refusal refusal) {
        super(status, refusal);
    }
}
