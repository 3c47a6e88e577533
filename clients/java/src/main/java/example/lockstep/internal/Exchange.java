package example.lockstep.internal;

import example.lockstep.ApiConnectionException;
import example.lockstep.ApiTimeoutException;
import example.lockstep.LockstepException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

/** Sends a request, and sends it again after failures that permit it. */
final class Exchange {

    private static final int MAX_REFUSAL_BYTES = 1 << 20;

    private final HttpClient http;
    private final TokenStore tokens;
    private final Request request;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private volatile StallWatch watch;
    private volatile boolean hasStalled;
    private volatile Future<?> pending = CompletableFuture.completedFuture(null);

    private Exchange(HttpClient http, TokenStore tokens, Request request) {
        this.http = http;
        this.tokens = tokens;
        this.request = request;
        answer.whenComplete((found, error) -> {
            if (answer.isCancelled()) {
                pending.cancel(true);
            }
        });
    }

    /** Returns the answer, whose status is a success and whose body is not read yet. Cancelling it ends the exchange. */
    static CompletableFuture<Answer> send(HttpClient http, TokenStore tokens, Request request) {
        Exchange exchange = new Exchange(http, tokens, request);
        exchange.attempt();
        return exchange.answer;
    }

    private void attempt() {
        if (answer.isDone()) {
            return;
        }
        if (request.isOpen) {
            send(null);
            return;
        }
        tokens.current().whenComplete((token, error) -> {
            if (error == null) {
                send(token);
            } else {
                answer.completeExceptionally(Futures.cause(error));
            }
        });
    }

    private void send(String token) {
        try {
            BodyStream body = request.body == null ? null : open();
            begin(token, body);
        } catch (IOException error) {
            answer.completeExceptionally(new ApiConnectionException("the body cannot be read: " + error, error));
        } catch (RuntimeException error) {
            answer.completeExceptionally(error);
        }
    }

    private BodyStream open() throws IOException {
        return request.body.open(count -> {
            StallWatch current = watch;
            if (current != null) {
                current.touch();
            }
            if (request.onProgress != null) {
                request.onProgress.accept(count);
            }
        });
    }

    private void begin(String token, BodyStream body) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(request.uri);
        if (request.uri.getScheme().equalsIgnoreCase("http")) {
            // Without TLS, an upgrade to HTTP/2 would need a round trip and a body that can be sent twice.
            builder.version(HttpClient.Version.HTTP_1_1);
        }
        request.headers.forEach(builder::setHeader);
        if (token != null) {
            builder.setHeader("Authorization", "Bearer " + token);
        }
        builder.method(request.method, publisher(body));
        hasStalled = false;
        CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> sent =
                http.sendAsync(builder.build(), BodyHandlers.ofPublisher());
        pending = sent;
        StallWatch started = new StallWatch(request.timeout, () -> {
            hasStalled = true;
            sent.cancel(true);
        });
        watch = started;
        if (answer.isCancelled()) {
            sent.cancel(true);
        }
        sent.whenComplete((response, error) -> {
            started.stop();
            close(body);
            if (error != null) {
                afterFailure(Futures.cause(error));
            } else {
                receive(response, token);
            }
        });
    }

    private BodyPublisher publisher(BodyStream body) {
        if (body == null) {
            return BodyPublishers.noBody();
        }
        long length = request.body.length();
        return length == 0 ? BodyPublishers.noBody() : new PartPublisher(body, length);
    }

    private void afterFailure(Throwable error) {
        if (answer.isDone()) {
            return;
        }
        if (!hasStalled && error instanceof RuntimeException exception && !isCancellation(error)) {
            answer.completeExceptionally(exception); // A defect, or the progress function of the caller.
            return;
        }
        Duration pause = request.pauseAfterFailure();
        if (pause == null) {
            answer.completeExceptionally(failure(error));
        } else {
            pending = StallWatch.after(pause, this::attempt);
        }
    }

    private static boolean isCancellation(Throwable error) {
        return error instanceof java.util.concurrent.CancellationException;
    }

    private LockstepException failure(Throwable error) {
        return hasStalled ? new ApiTimeoutException(request.timeout) : lost(error);
    }

    /** Returns the exception of a connection that failed. */
    static ApiConnectionException lost(Throwable error) {
        String about = error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
        return new ApiConnectionException("the connection failed: " + about, error);
    }

    private void receive(HttpResponse<Flow.Publisher<List<ByteBuffer>>> response, String token) {
        Answer found = new Answer(response, request.timeout);
        if (answer.isDone()) {
            found.discard();
            return;
        }
        int status = response.statusCode();
        if (status >= 200 && status < 300) {
            if (!answer.complete(found)) {
                found.discard();
            }
            return;
        }
        if (token != null && tokens.isRenewable() && request.mayRenew(status)) {
            found.discard();
            tokens.renew(token).whenComplete((renewed, error) -> {
                if (error == null) {
                    attempt();
                } else {
                    answer.completeExceptionally(Futures.cause(error));
                }
            });
            return;
        }
        Duration pause = request.pauseAfter(status, Refusals.retryAfter(response.headers()));
        if (pause != null) {
            found.discard();
            pending = StallWatch.after(pause, this::attempt);
            return;
        }
        CompletableFuture<byte[]> body = found.bytes(MAX_REFUSAL_BYTES);
        pending = body;
        body.whenComplete((bytes, error) -> answer.completeExceptionally(
                Refusals.of(status, response.headers(), error == null ? bytes : new byte[0])));
    }

    private static void close(BodyStream body) {
        try {
            if (body != null) {
                body.close();
            }
        } catch (IOException error) {
            // The body was sent, or the failure of the request is known already.
        }
    }
}
