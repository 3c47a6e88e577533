package example.lockstep.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** The parts of a body: their sizes, and when they are published. */
class PartPublisherTest {

    private static final byte[] DATA = new byte[1_000_003];

    static {
        new Random(1).nextBytes(DATA);
    }

    private long nanos;

    private final class Received implements Flow.Subscriber<ByteBuffer> {

        private final List<Integer> sizes = new ArrayList<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private Flow.Subscription subscription;
        private Throwable error;
        private int ends;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
        }

        @Override
        public void onNext(ByteBuffer part) {
            byte[] copy = new byte[part.remaining()];
            part.get(copy);
            sizes.add(copy.length);
            bytes.writeBytes(copy);
        }

        @Override
        public void onError(Throwable found) {
            error = found;
        }

        @Override
        public void onComplete() {
            ends++;
        }
    }

    private Received subscribe(BodyStream body, long length) {
        Received received = new Received();
        new PartPublisher(body, length, () -> nanos).subscribe(received);
        return received;
    }

    private static BodyStream inMemory(List<Long> progress) {
        return BodyStream.of(ByteBuffer.wrap(DATA), progress::add);
    }

    private static BodyStream stream(InputStream from) {
        return BodyStream.of(from, count -> {});
    }

    @Test
    void partsGrowWhileTheyAreTakenQuickly() {
        List<Long> progress = new ArrayList<>();
        Received received = subscribe(inMemory(progress), DATA.length);
        received.subscription.request(6);
        assertEquals(List.of(16 << 10, 32 << 10, 32 << 10, 32 << 10, 32 << 10, 32 << 10), received.sizes);
        nanos += PartPublisher.QUICK_NANOS;
        received.subscription.request(1);
        received.subscription.request(1);
        assertEquals(List.of(16 << 10, 32 << 10), received.sizes.subList(6, 8));
        assertEquals(0, received.ends);
        received.subscription.request(Long.MAX_VALUE);
        assertArrayEquals(DATA, received.bytes.toByteArray());
        assertEquals(1, received.ends);
        assertEquals(DATA.length, progress.get(progress.size() - 1));
    }

    @Test
    void aPartTakesLessThanTheTimeOutAtTheSlowestRate() {
        long slowestBytesPerSecond = 1024;
        assertTrue(PartPublisher.LARGEST / slowestBytesPerSecond
                < Duration.ofMinutes(1).toSeconds() * 2 / 3);
    }

    @Test
    void theEndOfAKnownLengthIsNotRequested() {
        Received received = subscribe(BodyStream.of(ByteBuffer.wrap(DATA, 3, 5), count -> {}), 5);
        received.subscription.request(1);
        assertEquals(List.of(5), received.sizes);
        assertEquals(1, received.ends);
        received.subscription.request(1);
        assertEquals(1, received.ends);
    }

    @Test
    void aStreamOfUnknownLengthIsPublishedToItsEnd() {
        Received received = subscribe(stream(new ByteArrayInputStream(DATA)), -1);
        received.subscription.request(Long.MAX_VALUE);
        received.subscription.request(Long.MAX_VALUE);
        assertArrayEquals(DATA, received.bytes.toByteArray());
        assertEquals(1, received.ends);
    }

    @Test
    void aBodyInMemoryIsPublishedFromItsBeginningToEachSubscriber() {
        PartPublisher publisher = new PartPublisher(inMemory(new ArrayList<>()), DATA.length, () -> nanos);
        for (long parts : List.of(3L, Long.MAX_VALUE, Long.MAX_VALUE)) {
            Received received = new Received();
            publisher.subscribe(received);
            received.subscription.request(parts);
            byte[] bytes = received.bytes.toByteArray();
            assertArrayEquals(Arrays.copyOf(DATA, bytes.length), bytes);
            assertEquals(parts == 3 ? 0 : 1, received.ends);
        }
    }

    @Test
    void nothingFollowsACancellation() {
        Received received = subscribe(inMemory(new ArrayList<>()), DATA.length);
        received.subscription.request(1);
        received.subscription.cancel();
        received.subscription.request(5);
        assertEquals(1, received.sizes.size());
        assertEquals(0, received.ends);
    }

    @Test
    void aFailureOfTheStreamIsPublished() {
        IOException failure = new IOException("gone");
        Received received = subscribe(
                stream(new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw failure;
                    }
                }),
                -1);
        received.subscription.request(2);
        assertSame(failure, received.error);
        assertEquals(0, received.ends);
    }
}
