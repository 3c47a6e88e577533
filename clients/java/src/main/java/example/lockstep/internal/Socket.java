package example.lockstep.internal;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.ApiConnectionException;
import example.lockstep.CallOptions;
import example.lockstep.InterruptedCallException;
import example.lockstep.LockstepException;
import example.lockstep.MalformedMessageException;
import example.lockstep.MissedEventsException;
import example.lockstep.RateLimitException;
import example.lockstep.ServerException;
import example.lockstep.StreamOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
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
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int UNAUTHORIZED = 401;
    private static final long MAX_DELAY_MILLIS = 30_000;
    /** The answers of the server to a subscription. */
    private static final Set<String> REPLIES = Set.of("subscribed", "unsubscribed");

    private static final Operation<Object> TICKET = new Operation<>("POST", "/v1/ws/tickets", Object.class);
    /** {@link #receive} tries again. */
    private static final CallOptions ONCE = CallOptions.DEFAULT.withMaxRetries(0);

    private final Transport transport;
    private final String path;
    private final Class<T> type;
    private final String subscription;
    private final Integer maxReconnects;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile String lastEventId;
    private volatile Connection connection;
    /** The token that requested the ticket. The socket ends with it. */
    private String token;

    private int failures;
    /** The refusals with 429 without another failure or a message between them. */
    private int limited;

    private boolean hasRenewed;
    /** Whether the server refused the ticket of a socket since the last one that opened. */
    private boolean hasRefusedTicket;

    /** Makes a socket; it is opened when the first message is read. */
    public Socket(Transport transport, String path, Class<T> type, StreamOptions options) {
        this(transport, path, type, options, null);
    }

    /** Makes a socket that sends a subscription when it is open; the server sends nothing before. */
    public Socket(Transport transport, String path, Class<T> type, StreamOptions options, Map<String, ?> subscription) {
        this.transport = transport;
        this.path = path;
        this.type = type;
        this.subscription = subscription == null ? null : new String(Json.write(subscription), StandardCharsets.UTF_8);
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
                if (!(event instanceof String text)) {
                    connection = null;
                    afterEnd(event);
                    continue;
                }
                T message = read(text);
                if (message != null) {
                    return message;
                }
            } catch (LockstepException error) {
                leave();
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
        JsonNode answer = Futures.await(transport.tree(TICKET, new Arguments().json(Map.of()), ONCE, null));
        token = transport.token();
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
            throw unopened(Futures.cause(failed));
        }
        connection = opened;
        hasRefusedTicket = false;
        if (isClosed()) {
            opened.close();
        } else if (subscription != null) {
            opened.send(subscription);
        }
        return opened;
    }

    /** Returns the exception of a socket that was not opened, from the server's answer if there is one. */
    private LockstepException unopened(Throwable failed) {
        if (failed instanceof WebSocketHandshakeException refused) {
            int status = refused.getResponse().statusCode();
            // The server has just accepted the credential, so 401 is about the ticket. The next one may be in time.
            boolean isFirst = status == UNAUTHORIZED && !hasRefusedTicket;
            if (isFirst) {
                hasRefusedTicket = true;
            } else if (status != SWITCHING_PROTOCOLS) {
                return Refusals.ofHandshake(status, refused.getResponse().headers());
            }
        }
        // The cause is left out: the handshake contains the ticket.
        String reason = failed.getClass().getSimpleName();
        return new ApiConnectionException("the socket could not be opened: " + reason, null);
    }

    /** Ends a connection that is still open. */
    private void leave() {
        Connection left = connection;
        connection = null;
        if (left != null) {
            left.close();
        }
    }

    private URI address() {
        String address = transport.settings().baseUrl() + path;
        String query = lastEventId == null ? "" : "?lastEventId=" + Query.encode(lastEventId);
        return URI.create("ws" + address.substring("http".length()) + query);
    }

    /** Returns a message; null if the text is an answer to the subscription. */
    private T read(String text) {
        JsonNode json = tree(text);
        if (subscription != null && !json.has("id")) {
            String kind = json.path("type").asText();
            if (kind.equals("error")) {
                throw Refusals.ofFrame(json);
            }
            if (REPLIES.contains(kind)) {
                return null;
            }
        }
        try {
            T message = Json.convert(json, type);
            lastEventId = json.path("id").asText(lastEventId);
            failures = 0;
            limited = 0;
            hasRenewed = false;
            return message;
        } catch (IOException error) {
            throw new MalformedMessageException("a message of the socket is no " + type.getSimpleName(), error);
        }
    }

    private static JsonNode tree(String text) {
        JsonNode json;
        try {
            json = Json.tree(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            throw new MalformedMessageException("a message of the socket is not JSON", error);
        }
        if (!json.isObject()) {
            String found = UnexpectedValueException.kind(json);
            throw new MalformedMessageException("a message of the socket is " + found + " and no object", null);
        }
        return json;
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
        if (hasRenewed || !transport.renew(token)) {
            throw Refusals.credentialEnded();
        }
        hasRenewed = true;
    }

    /** Waits until the socket is opened again; throws the exception if it is not. */
    private void pauseAfter(LockstepException error) {
        boolean isTransient = error instanceof ApiConnectionException
                || error instanceof ServerException
                || error instanceof RateLimitException;
        Settings settings = transport.settings();
        Duration asked = Duration.ZERO;
        if (error instanceof RateLimitException refusal) {
            limited++;
            asked = refusal.retryAfter().orElse(Duration.ZERO);
        } else {
            limited = 0;
        }
        boolean isLast = (maxReconnects != null && failures >= maxReconnects)
                || limited > settings.maxRetries()
                || asked.compareTo(settings.maxRetryDelay()) > 0;
        if (isClosed()) {
            return;
        }
        if (!isTransient || isLast) {
            throw error;
        }
        Duration pause = asked.isZero() ? Request.delay(failures, MAX_DELAY_MILLIS) : asked;
        failures++;
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
