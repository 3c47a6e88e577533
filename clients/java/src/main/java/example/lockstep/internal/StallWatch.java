package example.lockstep.internal;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Acts once if nothing happens for too long. All watches share one timed task, as nearly all are stopped long before their time. */
final class StallWatch {

    private static final ScheduledThreadPoolExecutor TIMER = timer();
    private static final Set<StallWatch> RUNNING = ConcurrentHashMap.newKeySet();
    /** The task that looks for watches whose time is over; null if there is none. It is guarded by this class, like its time. */
    private static ScheduledFuture<?> nextLook;

    private static long timeOfNextLook;

    private final long limit;
    private final Runnable onStall;
    private volatile long last;

    StallWatch(Duration limit, Runnable onStall) {
        this.limit = limit.toNanos();
        this.onStall = onStall;
        this.last = System.nanoTime();
        RUNNING.add(this);
        lookAt(last + this.limit);
    }

    /** Tells that something happened. */
    void touch() {
        last = System.nanoTime();
    }

    /** Ends the watch. */
    void stop() {
        RUNNING.remove(this);
    }

    /** Looks at a time, unless it does so before. */
    private static synchronized void lookAt(long time) {
        if (nextLook != null) {
            if (time - timeOfNextLook >= 0) {
                return;
            }
            nextLook.cancel(false);
        }
        timeOfNextLook = time;
        nextLook = TIMER.schedule(StallWatch::look, time - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private static void look() {
        synchronized (StallWatch.class) {
            nextLook = null;
        }
        for (StallWatch watch : RUNNING) {
            long end = watch.last + watch.limit;
            if (end - System.nanoTime() > 0) {
                lookAt(end);
            } else if (RUNNING.remove(watch)) {
                // The timer's only thread must not run the code of callers.
                ForkJoinPool.commonPool().execute(watch.onStall);
            }
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
