package example.lockstep.internal;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Acts once if nothing happens for too long. */
final class StallWatch {

    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private final long limit;
    private final Runnable onStall;
    private volatile long last;
    private boolean isStopped;
    private ScheduledFuture<?> next;

    StallWatch(Duration limit, Runnable onStall) {
        this.limit = limit.toNanos();
        this.onStall = onStall;
        this.last = System.nanoTime();
        schedule(this.limit);
    }

    /** Tells that something happened. */
    void touch() {
        last = System.nanoTime();
    }

    /** Ends the watch. */
    synchronized void stop() {
        isStopped = true;
        next.cancel(false);
    }

    private synchronized void schedule(long nanoseconds) {
        if (!isStopped) {
            next = TIMER.schedule(this::check, nanoseconds, TimeUnit.NANOSECONDS);
        }
    }

    private void check() {
        long left = limit - (System.nanoTime() - last);
        if (left > 0) {
            schedule(left);
        } else {
            stop();
            // The timer's only thread must not run the code of callers.
            ForkJoinPool.commonPool().execute(onStall);
        }
    }

    /** Runs an action after a pause. */
    static ScheduledFuture<?> after(Duration pause, Runnable action) {
        return TIMER.schedule(() -> ForkJoinPool.commonPool().execute(action), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "lockstep-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }
}
