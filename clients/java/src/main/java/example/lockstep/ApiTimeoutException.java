package example.lockstep;

import java.time.Duration;

/** No answer arrived in time. */
public final class ApiTimeoutException extends ApiConnectionException {

    private static final long serialVersionUID = 1L;

    /** The longest pause that was permitted. */
    private final Duration timeout;

    /**
     * Makes an exception.
     *
     * @param timeout the longest pause that was permitted
     */
    public ApiTimeoutException(Duration timeout) {
        super(
                "no answer within " + timeout.toMillis() / 1000.0
                        + " s: raise the timeout, or run the operation as a job",
                null);
        this.timeout = timeout;
    }

    /**
     * Returns the longest pause that was permitted.
     *
     * @return the time-out
     */
    public Duration timeout() {
        return timeout;
    }
}
