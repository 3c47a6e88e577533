package example.lockstep;

/** 5xx: the server failed, or is overloaded. */
public final class ServerException extends ApiException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param status the HTTP status
     * @param refusal the server's error
     */
    public ServerException(int status, Refusal refusal) {
        super(status, refusal);
    }
}
