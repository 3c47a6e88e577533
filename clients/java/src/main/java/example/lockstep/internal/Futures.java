package example.lockstep.internal;

import example.lockstep.InterruptedCallException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** Futures whose cancellation reaches the work behind them. */
public final class Futures {

    private Futures() {}

    /** Waits for a result, and throws the exception itself. An interruption cancels the work. */
    public static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException interruption) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedCallException(interruption);
        } catch (ExecutionException error) {
            Throwable cause = cause(error);
            if (cause instanceof RuntimeException exception) {
                throw exception;
            }
            if (cause instanceof Error serious) {
                throw serious;
            }
            throw new IllegalStateException(cause);
        }
    }

    /** Returns what failed, without the exceptions that only carry it. */
    static Throwable cause(Throwable error) {
        Throwable found = error;
        while ((found instanceof CompletionException || found instanceof ExecutionException)
                && found.getCause() != null) {
            found = found.getCause();
        }
        return found;
    }

    /** Returns the future of a function's value. Cancelling it cancels the source. */
    static <S, T> CompletableFuture<T> map(CompletableFuture<S> source, Function<S, T> function) {
        return then(source, value -> CompletableFuture.completedFuture(function.apply(value)));
    }

    /** Returns the future of the next step. Cancelling it cancels the source, or the next step. */
    static <S, T> CompletableFuture<T> then(CompletableFuture<S> source, Function<S, CompletableFuture<T>> function) {
        CompletableFuture<T> result = new CompletableFuture<>();
        cancelWith(result, source);
        source.whenComplete((value, error) -> {
            if (error != null) {
                fail(result, error);
                return;
            }
            try {
                CompletableFuture<T> next = function.apply(value);
                cancelWith(result, next);
                next.whenComplete((last, failure) -> {
                    if (failure != null) {
                        fail(result, failure);
                    } else {
                        result.complete(last);
                    }
                });
            } catch (Throwable failure) {
                result.completeExceptionally(failure);
            }
        });
        return result;
    }

    /** Cancels the work when the result is cancelled. */
    static void cancelWith(CompletableFuture<?> result, CompletableFuture<?> work) {
        result.whenComplete((value, error) -> {
            if (result.isCancelled()) {
                work.cancel(true);
            }
        });
    }

    private static void fail(CompletableFuture<?> result, Throwable error) {
        Throwable cause = cause(error);
        if (cause instanceof CancellationException) {
            result.cancel(true);
        } else {
            result.completeExceptionally(cause);
        }
    }
}
