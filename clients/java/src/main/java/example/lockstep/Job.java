package example.lockstep;

import example.lockstep.internal.Futures;

/**
 * A background job of the server. It ends with the process of the server, and its result is kept for an hour.
 *
 * @param <T> the type of the result
 */
public final class Job<T> {

    private final AsyncJob<T> job;

    /**
     * Makes a job. The library calls this.
     *
     * @param job the asynchronous job
     */
    public Job(AsyncJob<T> job) {
        this.job = job;
    }

    /**
     * Returns the id of the job.
     *
     * @return the id
     */
    public String id() {
        return job.id();
    }

    /**
     * Waits for the result, or throws a {@link JobFailedException} if the job failed.
     *
     * @return the result
     */
    public T result() {
        return result(CallOptions.DEFAULT);
    }

    /**
     * Waits for the result, or throws a {@link JobFailedException} if the job failed.
     *
     * @param options the options of each request
     * @return the result
     */
    public T result(CallOptions options) {
        return Futures.await(job.result(options));
    }

    /** Cancels the job, or removes its result. */
    public void cancel() {
        Futures.await(job.cancel());
    }

    @Override
    public String toString() {
        return "Job[" + id() + "]";
    }
}
