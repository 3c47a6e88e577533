package example.lockstep;

import example.lockstep.internal.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Messages of the server, each once and in order. After a lost connection they continue where they were.
 *
 * @param <T> the type of a message
 */
public final class AsyncEventStream<T> {

    private final Socket<T> socket;

    /**
     * Makes a stream. The library calls this.
     *
     * @param socket the socket
     */
    AsyncEventStream(Socket<T> socket) {
        this.socket = socket;
    }

    /**
     * Returns the id of the last message that was handed over: a later stream can begin after it.
     *
     * @return the id; null before the first message
     */
    public String lastEventId() {
        return socket.lastEventId();
    }

    /**
     * Hands over each message. Call it once.
     *
     * @param action is called with each message, by a thread of this stream
     * @return fails if the server refuses, or with the exception of the action; cancelling it closes the stream
     */
    public CompletableFuture<Void> forEach(Consumer<? super T> action) {
        return socket.listen(action);
    }

    /** Ends the stream, and so its future. */
    public void close() {
        socket.close();
    }

    @Override
    public String toString() {
        return "AsyncEventStream[" + socket + "]";
    }
}
