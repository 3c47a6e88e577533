package example.lockstep;

/** 403: the credential does not permit the operation. */
public final class PermissionDeniedException extends ApiException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param status the HTTP status
     * @param refusal the server's error
     */
    public PermissionDeniedException(int status, Refusal refusal) {
        super(status, refusal);
    }
}
