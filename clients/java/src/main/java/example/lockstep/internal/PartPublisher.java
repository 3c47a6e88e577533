package example.lockstep.internal;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.function.LongSupplier;

/**
 * Publishes a body in parts. They grow while the server takes them quickly, because each costs the HTTP client a change of
 * threads, and are small again when it does not, so that a slow server is not taken for a silent one.
 */
final class PartPublisher implements BodyPublisher {

    static final int SMALLEST = 16 << 10;
    /** Servers accept 1 KiB a second: at that rate, this takes half of the usual time-out. */
    static final int LARGEST = 32 << 10;

    static final long QUICK_NANOS = 20_000_000;

    private final BodyStream source;
    private final long length;
    private final LongSupplier clock;

    /** Makes a publisher, for one subscriber after another if the body is in memory. A negative length is unknown. */
    PartPublisher(BodyStream source, long length) {
        this(source, length, System::nanoTime);
    }

    /** Makes a publisher with a clock of nanoseconds. */
    PartPublisher(BodyStream source, long length, LongSupplier clock) {
        this.source = source;
        this.length = length;
        this.clock = clock;
    }

    @Override
    public long contentLength() {
        return length;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscriber.onSubscribe(new Parts(subscriber));
    }

    private final class Parts implements Flow.Subscription {

        private final Flow.Subscriber<? super ByteBuffer> subscriber;
        private final BodyStream body = source.again();
        private long wanted;
        private boolean isPublishing;
        private boolean hasEnded;

        /** Only the thread that publishes uses these. */
        private int size = SMALLEST / 2;

        private long sent;
        private long last = clock.getAsLong();

        Parts(Flow.Subscriber<? super ByteBuffer> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long count) {
            synchronized (this) {
                wanted += Math.min(count, Long.MAX_VALUE - wanted);
                if (isPublishing) {
                    return;
                }
                isPublishing = true;
            }
            while (isWanted()) {
                publish();
            }
        }

        private synchronized boolean isWanted() {
            isPublishing = !hasEnded && wanted > 0;
            if (isPublishing) {
                wanted--;
            }
            return isPublishing;
        }

        private void publish() {
            try {
                long now = clock.getAsLong();
                size = now - last < QUICK_NANOS ? Math.min(2 * size, LARGEST) : SMALLEST;
                last = now;
                ByteBuffer part = body.next(size);
                if (part != null) {
                    sent += part.remaining();
                    subscriber.onNext(part);
                }
                if (part == null || sent == length) {
                    cancel();
                    subscriber.onComplete();
                }
            } catch (Throwable error) {
                cancel();
                subscriber.onError(error);
            }
        }

        @Override
        public synchronized void cancel() {
            hasEnded = true;
        }
    }
}
