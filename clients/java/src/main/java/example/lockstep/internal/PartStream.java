package example.lockstep.internal;

import example.lockstep.ApiConnectionException;
import example.lockstep.ApiTimeoutException;
import example.lockstep.InterruptedCallException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The parts of a body as a stream for one thread. The next part is requested when the last one was read. */
final class PartStream extends InputStream implements Flow.Subscriber<List<ByteBuffer>> {

    private static final Object END = new Object();

    private final Duration timeout;
    /** Holds lists of buffers, an exception, or {@link #END}. */
    private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();

    private volatile Flow.Subscription subscription;
    private List<ByteBuffer> parts = List.of();
    private int at;
    private boolean hasEnded;

    PartStream(Duration timeout) {
        this.timeout = timeout;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> next) {
        arrived.add(next);
    }

    @Override
    public void onError(Throwable error) {
        arrived.add(Exchange.lost(Futures.cause(error)));
    }

    @Override
    public void onComplete() {
        arrived.add(END);
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int start, int length) {
        if (length == 0) {
            return 0;
        }
        ByteBuffer part = current();
        if (part == null) {
            return -1;
        }
        int read = Math.min(length, part.remaining());
        part.get(bytes, start, read);
        return read;
    }

    /** Returns the part that has bytes left; null at the end. */
    private ByteBuffer current() {
        while (!hasEnded) {
            while (at < parts.size()) {
                if (parts.get(at).hasRemaining()) {
                    return parts.get(at);
                }
                at++;
            }
            take();
        }
        return null;
    }

    @SuppressWarnings("unchecked") // Only onNext adds lists.
    private void take() {
        Object next;
        try {
            next = arrived.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interruption) {
            close();
            Thread.currentThread().interrupt();
            throw new InterruptedCallException(interruption);
        }
        if (next == null) {
            close();
            throw new ApiTimeoutException(timeout);
        }
        if (next == END) {
            hasEnded = true;
        } else if (next instanceof ApiConnectionException error) {
            arrived.add(error); // Each further read fails, too.
            throw error;
        } else {
            parts = (List<ByteBuffer>) next;
            at = 0;
            subscription.request(1);
        }
    }

    @Override
    public void close() {
        if (subscription != null) {
            subscription.cancel();
        }
        arrived.clear();
        arrived.add(new ApiConnectionException("the answer was closed", null));
    }
}
