package example.lockstep;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.JobStates;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Transport;
import java.util.concurrent.CompletableFuture;

/**
 * A background job of the server. It ends with the process of the server, and its result is kept for an hour.
 *
 * @param <T> the type of the result
 */
public final class AsyncJob<T> {

    private final Transport transport;
    private final String id;
    private final Operation<T> operation;

    /**
     * Makes a job. The library calls this.
     *
     * @param transport what sends the requests
     * @param id the id of the job
     * @param operation the operation that runs as a job
     */
    public AsyncJob(Transport transport, String id, Operation<T> operation) {
        this.transport = transport;
        this.id = id;
        this.operation = operation;
    }

    /**
     * Returns the id of the job.
     *
     * @return the id
     */
    public String id() {
        return id;
    }

    /**
     * Waits for the result without blocking a thread. The future fails with a {@link JobFailedException} if the job failed.
     *
     * @return the result
     */
    public CompletableFuture<T> result() {
        return result(CallOptions.DEFAULT);
    }

    /**
     * Waits for the result without blocking a thread. The future fails with a {@link JobFailedException} if the job failed.
     *
     * @param options the options of each request
     * @return the result
     */
    public CompletableFuture<T> result(CallOptions options) {
        return JobStates.result(transport, id, operation, options);
    }

    /**
     * Cancels the job, or removes its result.
     *
     * @return ends when the server has done it
     */
    public CompletableFuture<Void> cancel() {
        CompletableFuture<JsonNode> cancelled =
                transport.tree(JobStates.CANCEL, new Arguments().path("jobId", id), CallOptions.DEFAULT, null);
        return cancelled.thenAccept(answer -> {});
    }

    @Override
    public String toString() {
        return "AsyncJob[" + id + "]";
    }
}
