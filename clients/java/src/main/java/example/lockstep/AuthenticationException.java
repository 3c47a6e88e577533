package example.lockstep;

/** 401: the credential is missing, wrong or expired. */
public final class AuthenticationException extends ApiException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param status the HTTP status
     * @param refusal the server's error
     */
    public AuthenticationException(int status, Refusal refusal) {
        super(status, refusal);
    }
}
