package example.lockstep.internal;

import example.lockstep.CallOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongConsumer;

/** A request of an operation with all its attempts: the sent data, and the reaction to a failed attempt. */
final class Request {

    /** The version of this library, also in its pom. */
    static final String VERSION = "0.1.0";

    private static final long FIRST_DELAY_MILLIS = 500;
    private static final long MAX_DELAY_MILLIS = 8_000;
    /** The server did not begin these requests. */
    private static final Set<Integer> NOT_BEGUN = Set.of(429, 503);
    /** The server, or a proxy before it, may have begun these requests. */
    private static final Set<Integer> MAYBE_DONE = Set.of(500, 502, 504);

    final String method;
    final URI uri;
    final Body body;
    final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    final boolean isOpen;
    final Duration timeout;
    final LongConsumer onProgress;
    private final boolean isSafe;
    private final Duration maxRetryDelay;
    private int retriesLeft;
    private int retries;
    private boolean hasRenewed;

    Request(
            Settings settings,
            Operation<?> operation,
            Arguments arguments,
            String accept,
            CallOptions options,
            String prefer) {
        method = operation.method;
        uri = URI.create(settings.baseUrl() + arguments.target(operation.path));
        body = arguments.body();
        isOpen = operation.isOpen;
        isSafe = operation.isSafe();
        timeout = options.timeout() == null ? settings.timeout() : options.timeout();
        retriesLeft = options.maxRetries() == null ? settings.maxRetries() : options.maxRetries();
        maxRetryDelay = settings.maxRetryDelay();
        onProgress = options.onProgress();
        headers.put("User-Agent", "lockstep-java/" + VERSION);
        headers.putAll(options.headers());
        headers.put("Accept", accept);
        if (operation.takesIdempotencyKey) {
            String key = options.idempotencyKey();
            headers.put("Idempotency-Key", key == null ? UUID.randomUUID().toString() : key);
        }
        if (prefer != null) {
            headers.put("Prefer", prefer);
        }
        if (body != null) {
            headers.put("Content-Type", body.contentType);
        }
    }

    /** Whether the attempt was refused because of its token, for the first time. */
    boolean mayRenew(int status) {
        if (status != 401 || hasRenewed || !isReplayable()) {
            return false;
        }
        hasRenewed = true;
        return true;
    }

    /** Returns the pause until the next attempt after a refusal; null if there is none. */
    Duration pauseAfter(int status, Duration retryAfter) {
        boolean mayRepeat = NOT_BEGUN.contains(status) || MAYBE_DONE.contains(status) && isSafe;
        boolean isTooLong = retryAfter != null && retryAfter.compareTo(maxRetryDelay) > 0;
        return mayRepeat && !isTooLong ? nextPause(retryAfter) : null;
    }

    /** Returns the pause until the next attempt after a failed connection; null if there is none. */
    Duration pauseAfterFailure() {
        return isSafe ? nextPause(null) : null;
    }

    private Duration nextPause(Duration asked) {
        if (!isReplayable() || retriesLeft <= 0) {
            return null;
        }
        Duration pause = asked == null || asked.isZero() ? delay(retries, MAX_DELAY_MILLIS) : asked;
        retriesLeft--;
        retries++;
        return pause;
    }

    private boolean isReplayable() {
        return body == null || body.isReplayable();
    }

    /** Returns the pause before a retry: doubled each time, and cut by chance to a half at most. */
    static Duration delay(int failures, long longestMillis) {
        long most = Math.min(FIRST_DELAY_MILLIS << Math.min(failures, 16), longestMillis);
        return Duration.ofMillis(most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1));
    }

    @Override
    public String toString() {
        return method.toUpperCase(Locale.ROOT) + " " + uri.getPath();
    }
}
