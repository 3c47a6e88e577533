package example.lockstep;

import example.lockstep.internal.Socket;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Messages of the server, each once and in order. After a lost connection they continue where they were. The iteration ends when
 * the stream is closed, also by another thread, and throws an exception if the server refuses.
 *
 * @param <T> the type of a message
 */
public final class EventStream<T> implements Iterable<T>, AutoCloseable {

    private final Socket<T> socket;

    /**
     * Makes a stream. The library calls this.
     *
     * @param socket the socket
     */
    EventStream(Socket<T> socket) {
        this.socket = socket;
    }

    /**
     * Returns the id of the last message that the loop received: a later stream can begin after it.
     *
     * @return the id; null before the first message
     */
    public String lastEventId() {
        return socket.lastEventId();
    }

    /** Returns the messages as they arrive, for one thread. */
    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {

            private T next;

            @Override
            public boolean hasNext() {
                if (next == null) {
                    next = socket.receive();
                }
                return next != null;
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                T message = next;
                next = null;
                return message;
            }
        };
    }

    /** Ends the iteration. */
    @Override
    public void close() {
        socket.close();
    }

    @Override
    public String toString() {
        return "EventStream[" + socket + "]";
    }
}
