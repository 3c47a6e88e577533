package example.lockstep;

import java.util.Map;

/** The server refused a request. Its classes tell the statuses apart. */
public class ApiException extends LockstepException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final String reason;
    private final transient Map<String, Object> details;
    private final String requestId;

    /**
     * Makes an exception.
     *
     * @param status the HTTP status
     * @param refusal the server's error
     */
    public ApiException(int status, Refusal refusal) {
        super(refusal.message() + " (" + about(status, refusal) + ")");
        this.status = status;
        this.code = refusal.code();
        this.reason = refusal.message();
        this.details = refusal.details();
        this.requestId = refusal.requestId();
    }

    private static String about(int status, Refusal refusal) {
        String code = refusal.code().isEmpty() ? "" : " " + refusal.code();
        String request = refusal.requestId() == null ? "" : ", request " + refusal.requestId();
        return status + code + request;
    }

    /**
     * Returns the HTTP status.
     *
     * @return the status
     */
    public int status() {
        return status;
    }

    /**
     * Returns the code of the error, such as <code>NOT_FOUND</code>; empty if the answer was not from Lockstep.
     *
     * @return the code
     */
    public String code() {
        return code;
    }

    /**
     * Returns the problem and the remedy, without the status, the code and the request's id of {@link #getMessage}.
     *
     * @return the reason
     */
    public String reason() {
        return reason;
    }

    /**
     * Returns the parameter that is wrong and the reason, where one is.
     *
     * @return the details; empty if there are none
     */
    public Map<String, Object> details() {
        return details == null ? Map.of() : details;
    }

    /**
     * Returns the id under which the server logged the request.
     *
     * @return the id; may be null
     */
    public String requestId() {
        return requestId;
    }

    /**
     * The server's error for a refused request.
     *
     * @param code the code of the error; empty if the answer was not from Lockstep
     * @param message the problem and the remedy
     * @param details the parameter that is wrong and the reason
     * @param requestId the id under which the server logged the request; may be null
     */
    public record Refusal(String code, String message, Map<String, Object> details, String requestId) {

        /** Makes a value of all fields. */
        public Refusal {
            details = Map.copyOf(details);
        }
    }
}
