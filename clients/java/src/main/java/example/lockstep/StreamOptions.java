package example.lockstep;

/**
 * Where a stream of messages begins, and how long it lasts.
 *
 * @param lastEventId the id of the last message that was handled: the messages after it come first, if it is not older than ten
 *     minutes; null for new messages only
 * @param maxReconnects how often a lost connection is opened again before the exception is thrown; a message starts the count
 *     again; null: without end, but a refusal with 429 is thrown after the client's <code>maxRetries</code>
 */
public record StreamOptions(String lastEventId, Integer maxReconnects) {

    /** New messages, without end. */
    public static final StreamOptions DEFAULT = new StreamOptions(null, null);

    /**
     * Replaces the id of the last message.
     *
     * @param id the id
     * @return new options
     */
    public StreamOptions withLastEventId(String id) {
        return new StreamOptions(id, maxReconnects);
    }

    /**
     * Replaces the number of reconnections.
     *
     * @param count the number
     * @return new options
     */
    public StreamOptions withMaxReconnects(int count) {
        return new StreamOptions(lastEventId, count);
    }
}
