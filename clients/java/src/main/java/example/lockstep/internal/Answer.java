package example.lockstep.internal;

import example.lockstep.ApiTimeoutException;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** An answer whose body is not read yet. */
public final class Answer {

    private final HttpResponse<Flow.Publisher<List<ByteBuffer>>> response;
    private final Duration timeout;

    Answer(HttpResponse<Flow.Publisher<List<ByteBuffer>>> response, Duration timeout) {
        this.response = response;
        this.timeout = timeout;
    }

    /** Returns the HTTP status. */
    public int status() {
        return response.statusCode();
    }

    /** Returns the headers. */
    public HttpHeaders headers() {
        return response.headers();
    }

    /** Returns the parts of the body. */
    public Flow.Publisher<List<ByteBuffer>> parts() {
        return response.body();
    }

    /** Returns the body as a stream. */
    public InputStream stream() {
        PartStream stream = new PartStream(timeout);
        response.body().subscribe(stream);
        return stream;
    }

    /** Discards the body. */
    public void discard() {
        response.body().subscribe(new Gathering(0, new CompletableFuture<>()));
    }

    /** Reads the whole body. */
    CompletableFuture<byte[]> bytes() {
        return bytes(Integer.MAX_VALUE);
    }

    /** Reads the body up to a limit. */
    CompletableFuture<byte[]> bytes(int longest) {
        CompletableFuture<byte[]> body = new CompletableFuture<>();
        response.body().subscribe(new Gathering(longest, body));
        return body;
    }

    private final class Gathering implements Flow.Subscriber<List<ByteBuffer>> {

        private final int longest;
        private final CompletableFuture<byte[]> result;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private Flow.Subscription subscription;
        private StallWatch watch;

        Gathering(int longest, CompletableFuture<byte[]> result) {
            this.longest = longest;
            this.result = result;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            if (longest == 0) {
                given.cancel();
                return;
            }
            watch = new StallWatch(timeout, () -> result.completeExceptionally(new ApiTimeoutException(timeout)));
            result.whenComplete((body, error) -> {
                watch.stop();
                if (error != null) {
                    given.cancel();
                }
            });
            given.request(1);
        }

        @Override
        public void onNext(List<ByteBuffer> parts) {
            watch.touch();
            for (ByteBuffer part : parts) {
                byte[] read = new byte[Math.min(part.remaining(), longest - bytes.size())];
                part.get(read);
                bytes.writeBytes(read);
            }
            if (bytes.size() >= longest) {
                subscription.cancel();
                onComplete();
            } else {
                subscription.request(1);
            }
        }

        @Override
        public void onError(Throwable error) {
            result.completeExceptionally(Exchange.lost(Futures.cause(error)));
        }

        @Override
        public void onComplete() {
            result.complete(bytes.toByteArray());
        }
    }
}
