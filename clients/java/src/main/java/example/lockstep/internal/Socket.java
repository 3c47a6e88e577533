package example.lockstep.internal;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.ApiConnectionException;
import example.lockstep.CallOptions;
import example.lockstep.InterruptedCallException;
import example.lockstep.LockstepException;
import example.lockstep.MissedEventsException;
import example.lockstep.RateLimitException;
import example.lockstep.ServerException;
import example.lockstep.StreamOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A socket that is opened again after a lost connection, and resumes after its last message.
 *
 * @param <T> the type of a message
 */
public final class Socket<T> {

    private static final int CREDENTIAL_ENDED = 4401;
    private static final int TOO_FAR_BEHIND = 4408;
    private static final long MAX_DELAY_MILLIS = 30_000;
    private static final Operation<Object> TICKET = new Operation<>("POST", "/v1/ws/tickets", Object.class);

    private final Transport transport;
    private final String path;
    private final Class<T> type;
    private final Integer maxReconnects;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile String lastEventId;
    private volatile Connection connection;
    private int failures;
    private boolean hasRenewed;

    /** Makes a socket; it is opened when the first message is read. */
    public Socket(Transport transport, String path, Class<T> type, StreamOptions options) {
        this.transport = transport;
        this.path = path;
        this.type = type;
        this.maxReconnects = options.maxReconnects();
        this.lastEventId = options.lastEventId();
    }

    /** Returns the id of the last message. */
    public String lastEventId() {
        return lastEventId;
    }

    /** Waits for the next message; returns null after the end. */
    public T receive() {
        while (!isClosed()) {
            try {
                Connection current = connection == null ? open() : connection;
                Object event = current.take();
                if (event instanceof String text) {
                    return read(text);
                }
                connection = null;
                afterEnd(event);
            } catch (LockstepException error) {
                connection = null;
                pauseAfter(error);
            }
        }
        return null;
    }

    /** Hands over each message, by a thread of its own. */
    public CompletableFuture<Void> listen(Consumer<? super T> action) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        for (T message = receive(); message != null; message = receive()) {
                            action.accept(message);
                        }
                        end.complete(null);
                    } catch (Throwable error) {
                        close();
                        end.completeExceptionally(error);
                    }
                },
                "lockstep-events");
        thread.setDaemon(true);
        thread.start();
        end.whenComplete((nothing, error) -> close());
        return end;
    }

    /** Ends the socket. */
    public void close() {
        closed.countDown();
        Connection current = connection;
        if (current != null) {
            current.close();
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private Connection open() {
        JsonNode answer =
                Futures.await(transport.tree(TICKET, new Arguments().json(Map.of()), CallOptions.DEFAULT, null));
        Connection opened = new Connection();
        CompletableFuture<WebSocket> opening = transport
                .http()
                .newWebSocketBuilder()
                .subprotocols("lockstep.v1", "ticket." + answer.path("ticket").asText())
                .buildAsync(address(), opened);
        try {
            opening.get(transport.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interruption) {
            opening.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedCallException(interruption);
        } catch (TimeoutException late) {
            opening.cancel(true);
            throw new ApiConnectionException("the socket could not be opened in time", null);
        } catch (java.util.concurrent.ExecutionException failed) {
            // The cause is left out: the handshake contains the ticket.
            String reason = Futures.cause(failed).getClass().getSimpleName();
            throw new ApiConnectionException("the socket could not be opened: " + reason, null);
        }
        connection = opened;
        if (isClosed()) {
            opened.close();
        }
        return opened;
    }

    private URI address() {
        String address = transport.settings().baseUrl() + path;
        String query = lastEventId == null ? "" : "?lastEventId=" + Query.encode(lastEventId);
        return URI.create("ws" + address.substring("http".length()) + query);
    }

    private T read(String text) {
        try {
            JsonNode json = Json.tree(text.getBytes(StandardCharsets.UTF_8));
            T message = Json.convert(json, type);
            lastEventId = json.path("id").asText(lastEventId);
            failures = 0;
            hasRenewed = false;
            return message;
        } catch (IOException error) {
            throw new LockstepException("the socket sent no message that this version can read", error);
        }
    }

    private void afterEnd(Object event) {
        if (isClosed()) {
            return;
        }
        int code = event instanceof Integer number ? number : WebSocket.NORMAL_CLOSURE;
        if (code == TOO_FAR_BEHIND) {
            throw new MissedEventsException();
        }
        if (code != CREDENTIAL_ENDED) {
            throw new ApiConnectionException("the socket was closed: " + event, null);
        }
        if (hasRenewed || !transport.renew()) {
            throw Refusals.credentialEnded();
        }
        hasRenewed = true;
    }

    /** Waits until the socket is opened again; throws the exception if it is not. */
    private void pauseAfter(LockstepException error) {
        boolean isTransient = error instanceof ApiConnectionException
                || error instanceof ServerException
                || error instanceof RateLimitException;
        boolean isLast = maxReconnects != null && failures >= maxReconnects;
        if (isClosed()) {
            return;
        }
        if (!isTransient || isLast) {
            throw error;
        }
        Duration pause = Request.delay(failures++, MAX_DELAY_MILLIS);
        try {
            if (closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new InterruptedCallException(interruption);
        }
    }

    @Override
    public String toString() {
        return path + ", lastEventId=" + lastEventId;
    }
}
