package example.lockstep;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/** Options of one call. They cannot be changed: each method returns new ones. */
public final class CallOptions {

    /** The options of the client. */
    public static final CallOptions DEFAULT = new CallOptions(null, null, null, Map.of(), null);

    private final Duration timeout;
    private final Integer maxRetries;
    private final String idempotencyKey;
    private final Map<String, String> headers;
    private final LongConsumer onProgress;

    private CallOptions(
            Duration timeout,
            Integer maxRetries,
            String idempotencyKey,
            Map<String, String> headers,
            LongConsumer onProgress) {
        this.timeout = timeout;
        this.maxRetries = maxRetries;
        this.idempotencyKey = idempotencyKey;
        this.headers = headers;
        this.onProgress = onProgress;
    }

    /**
     * Replaces the time-out of the client.
     *
     * @param timeout the longest pause of the server
     * @return new options
     */
    public CallOptions withTimeout(Duration timeout) {
        return new CallOptions(timeout, maxRetries, idempotencyKey, headers, onProgress);
    }

    /**
     * Replaces the number of retries of the client.
     *
     * @param maxRetries how often the request is sent again
     * @return new options
     */
    public CallOptions withMaxRetries(int maxRetries) {
        return new CallOptions(timeout, maxRetries, idempotencyKey, headers, onProgress);
    }

    /**
     * Replaces the key that the client makes for operations that create something.
     *
     * @param idempotencyKey a text that no other request has
     * @return new options
     */
    public CallOptions withIdempotencyKey(String idempotencyKey) {
        return new CallOptions(timeout, maxRetries, idempotencyKey, headers, onProgress);
    }

    /**
     * Adds a header.
     *
     * @param name the name
     * @param value the value
     * @return new options
     */
    public CallOptions withHeader(String name, String value) {
        Map<String, String> added = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        added.putAll(headers);
        added.put(name, value);
        return new CallOptions(timeout, maxRetries, idempotencyKey, added, onProgress);
    }

    /**
     * Lets a function receive the number of sent bytes of the body, while it is sent.
     *
     * @param onProgress is called by the thread that sends
     * @return new options
     */
    public CallOptions withUploadProgress(LongConsumer onProgress) {
        return new CallOptions(timeout, maxRetries, idempotencyKey, headers, onProgress);
    }

    /**
     * Returns the time-out.
     *
     * @return the time-out; null for that of the client
     */
    public Duration timeout() {
        return timeout;
    }

    /**
     * Returns the number of retries.
     *
     * @return the number; null for that of the client
     */
    public Integer maxRetries() {
        return maxRetries;
    }

    /**
     * Returns the idempotency key.
     *
     * @return the key; null for a new one
     */
    public String idempotencyKey() {
        return idempotencyKey;
    }

    /**
     * Returns the additional headers.
     *
     * @return the headers
     */
    public Map<String, String> headers() {
        return Map.copyOf(headers);
    }

    /**
     * Returns the function that receives the number of sent bytes.
     *
     * @return the function; may be null
     */
    public LongConsumer onProgress() {
        return onProgress;
    }

    /** Omits the headers, which may be secret. */
    @Override
    public String toString() {
        return "CallOptions[timeout=" + timeout + ", maxRetries=" + maxRetries + "]";
    }
}
