package example.lockstep.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Watches, whose times are over in another order than they began. */
@Timeout(60)
class StallWatchTest {

    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void aWatchOfAShortTimeActsBesideOnesOfALongTime() throws InterruptedException {
        List<StallWatch> others = new ArrayList<>();
        CountDownLatch acted = new CountDownLatch(3);
        AtomicInteger wrong = new AtomicInteger();
        for (int nth = 0; nth < 3; nth++) {
            others.add(new StallWatch(LONG, wrong::incrementAndGet));
            new StallWatch(Duration.ofMillis(30 - 10 * nth), acted::countDown);
        }
        assertTrue(acted.await(30, TimeUnit.SECONDS));
        others.forEach(StallWatch::stop);
        assertEquals(0, wrong.get());
    }

    @Test
    void aStoppedWatchDoesNotAct() throws InterruptedException {
        AtomicInteger wrong = new AtomicInteger();
        CountDownLatch acted = new CountDownLatch(1);
        new StallWatch(Duration.ofMillis(20), wrong::incrementAndGet).stop();
        new StallWatch(Duration.ofMillis(100), acted::countDown);
        assertTrue(acted.await(30, TimeUnit.SECONDS));
        assertEquals(0, wrong.get());
    }
}
