package example.lockstep;

/** 404: the resource does not exist, or belongs to another account. */
public final class NotFoundException extends ApiException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param status the HTTP status
     * @param refusal the server's error
     */
    public NotFoundException(int status, Refusal refusal) {
        super(status, refusal);
    }
}
