package example.lockstep;

import java.time.Duration;
import java.util.Optional;

/** 429: too many requests. */
public final class RateLimitException extends ApiException {

    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /**
     * Makes an exception.
     *
     * @param status the HTTP status
     * @param refusal the server's error
     * @param retryAfter the time after which a request is permitted again; may be null
     */
    public RateLimitException(int status, Refusal refusal, Duration retryAfter) {
        super(status, refusal);
        this.retryAfter = retryAfter;
    }

    /**
     * Returns the time after which a request is permitted again, if the server states it.
     *
     * @return the time
     */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
