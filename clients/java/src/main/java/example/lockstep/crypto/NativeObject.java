package example.lockstep.crypto;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * An object that the native library holds. Closing it releases it and wipes its secrets; otherwise, the garbage collector does so
 * when nothing refers to it any more. All methods may be called by several threads.
 */
public abstract class NativeObject implements AutoCloseable {

    private static final Cleaner CLEANER = Cleaner.create();

    private final Release release;
    private final Cleaner.Cleanable cleanable;

    NativeObject(long handle) {
        this.release = new Release(handle);
        this.cleanable = CLEANER.register(this, release);
    }

    static long created(String operation, Map<String, ?> fields) {
        return Bridge.call(operation, fields, Bridge.NO_CANCELLATION).number("handle");
    }

    /** Returns the handle, or throws an exception if the object is closed. */
    final long handle() {
        long handle = release.handle.get();
        if (handle == 0) {
            throw new ClosedHandleException("this " + getClass().getSimpleName() + " is closed");
        }
        return handle;
    }

    /** Runs an operation of this object in this thread. */
    final Frame call(String operation, Map<String, ?> fields) {
        return call(operation, fields, Bridge.NO_CANCELLATION);
    }

    /** Runs an operation of this object by a thread of the pool. */
    final <T> CompletableFuture<T> start(String operation, Map<String, ?> fields, Function<Frame, T> result) {
        return Work.start(token -> result.apply(call(operation, fields, token)));
    }

    private Frame call(String operation, Map<String, ?> fields, long cancellation) {
        try {
            Map<String, Object> all = new HashMap<>(fields);
            all.put("handle", handle());
            return Bridge.call(operation, withHandles(all), cancellation);
        } finally {
            // The collector must not release the handle while the call runs.
            Reference.reachabilityFence(this);
            Reference.reachabilityFence(fields);
        }
    }

    /** Replaces objects by their handles, just before the call. */
    private static Map<String, Object> withHandles(Map<String, Object> fields) {
        fields.replaceAll((name, value) -> value instanceof NativeObject object ? object.handle() : value);
        return fields;
    }

    /** Releases the object and wipes its secrets. A call that another thread runs finishes first. */
    @Override
    public void close() {
        cleanable.clean();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + (release.handle.get() == 0 ? "[closed]" : "[open]");
    }

    private static final class Release implements Runnable {

        private final AtomicLong handle;

        Release(long handle) {
            this.handle = new AtomicLong(handle);
        }

        @Override
        public void run() {
            long open = handle.getAndSet(0);
            if (open != 0) {
                Bridge.call("close", Map.of("handle", open), Bridge.NO_CANCELLATION);
            }
        }
    }
}
