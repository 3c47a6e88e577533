package example.lockstep.crypto;

import example.lockstep.crypto.Library.Functions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;

/** Runs long calls by as many threads as there are processors. */
final class Work {

    private static final int MAX_WAITING = 4096;
    private static final ThreadPoolExecutor POOL = pool();

    private Work() {}

    /** Starts a call, which receives a token of the native library. Cancelling the future stops it. */
    static <T> CompletableFuture<T> start(LongFunction<T> call) {
        Library.load();
        CompletableFuture<T> result = new CompletableFuture<>();
        Token token = new Token();
        result.whenComplete((value, error) -> {
            if (result.isCancelled()) {
                token.cancel();
            }
        });
        try {
            POOL.execute(() -> run(call, token, result));
        } catch (RejectedExecutionException full) {
            token.free();
            result.completeExceptionally(new CryptoException("too many calls wait: " + MAX_WAITING));
        }
        return result;
    }

    private static <T> void run(LongFunction<T> call, Token token, CompletableFuture<T> result) {
        try {
            if (!result.isDone()) {
                T value = call.apply(token.id);
                if (!result.complete(value) && value instanceof AutoCloseable secret) {
                    secret.close();
                }
            }
        } catch (Throwable error) {
            result.completeExceptionally(error);
        } finally {
            token.free();
        }
    }

    private static ThreadPoolExecutor pool() {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MAX_WAITING), work -> {
                    Thread thread = new Thread(work, "lockstep-crypto-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** A token of the native library, which is freed once. */
    private static final class Token {

        private final long id = Functions.lockstep_cancellation_new();
        private boolean isFreed;

        synchronized void cancel() {
            if (!isFreed) {
                Functions.lockstep_cancellation_cancel(id);
            }
        }

        synchronized void free() {
            if (!isFreed) {
                isFreed = true;
                Functions.lockstep_cancellation_free(id);
            }
        }
    }
}
