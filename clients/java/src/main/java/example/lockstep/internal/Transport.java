package example.lockstep.internal;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.AsyncJob;
import example.lockstep.CallOptions;
import example.lockstep.Download;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Sends requests to one server. */
public final class Transport {

    private static final String JSON = "application/json";

    private final Settings settings;
    private final TokenStore tokens;
    private HttpClient http;

    /** Makes a transport; it sends nothing yet. */
    public Transport(Settings settings, Credential credential, HttpClient http) {
        this.settings = settings;
        this.http = http;
        this.tokens = new TokenStore(credential, this::postForTokens);
    }

    /** Returns the options of the client. */
    public Settings settings() {
        return settings;
    }

    /** Returns the HTTP client. The first call makes it, because it takes long to load. */
    synchronized HttpClient http() {
        if (http == null) {
            HttpClient.Builder builder = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER);
            if (!settings.hasTls()) {
                builder.sslContext(new NoTls());
            }
            http = builder.build();
        }
        return http;
    }

    /** Returns the answer of an operation. */
    public <T> CompletableFuture<T> call(Operation<T> operation, Arguments arguments, CallOptions options) {
        return read(operation, arguments, options, null, body -> operation.read(body));
    }

    /** Returns the JSON of the answer, an object. */
    public CompletableFuture<JsonNode> tree(
            Operation<?> operation, Arguments arguments, CallOptions options, String prefer) {
        return read(
                operation, arguments, options, prefer, body -> UnexpectedValueException.requireObject(Json.tree(body)));
    }

    /** Starts an operation as a job. */
    public <T> CompletableFuture<AsyncJob<T>> startJob(
            Operation<T> operation, Arguments arguments, CallOptions options) {
        return Futures.map(
                tree(operation, arguments, options, "respond-async"),
                accepted -> new AsyncJob<>(this, accepted.path("jobId").asText(), operation));
    }

    /** Returns the answer as a stream. */
    public CompletableFuture<Download> download(
            Operation<?> operation, Arguments arguments, String accept, CallOptions options) {
        Request request = new Request(settings, operation, arguments, accept, options, null);
        return Futures.map(Exchange.send(http(), tokens, request), Download::new);
    }

    /** Returns the token of the newest requests. */
    String token() {
        return tokens.newest();
    }

    /** Replaces the token of a socket that ended with it, unless another request has; false if it cannot be replaced. */
    boolean renew(String ended) {
        if (!tokens.isRenewable()) {
            return false;
        }
        Futures.await(tokens.renew(ended));
        return true;
    }

    private <T> CompletableFuture<T> read(
            Operation<?> operation, Arguments arguments, CallOptions options, String prefer, Reader<T> reader) {
        Request request = new Request(settings, operation, arguments, JSON, options, prefer);
        return Futures.then(
                Exchange.send(http(), tokens, request),
                answer -> Futures.map(answer.bytes(), body -> {
                    try {
                        return reader.read(body);
                    } catch (IOException error) {
                        throw Refusals.unreadable(answer.status(), answer.headers(), error);
                    }
                }));
    }

    private CompletableFuture<JsonNode> postForTokens(String path, Map<String, Object> body) {
        Operation<Object> operation = new Operation<>("POST", path, Object.class).withoutCredential();
        return tree(operation, new Arguments().json(body), CallOptions.DEFAULT, null);
    }

    /** Returns the time-out of the client. */
    Duration timeout() {
        return settings.timeout();
    }

    @Override
    public String toString() {
        return "Transport[" + settings.baseUrl() + "]";
    }

    private interface Reader<T> {
        T read(byte[] body) throws IOException;
    }
}
