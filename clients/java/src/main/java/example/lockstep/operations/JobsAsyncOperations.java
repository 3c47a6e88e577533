// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * Long-running work that a request started with <code>Prefer: respond-async</code>: state, result and cancellation.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class JobsAsyncOperations {

    private static final Operation<DeletedJob> CANCEL_JOB =
            new Operation<DeletedJob>("DELETE", "/v1/jobs/{jobId}", DeletedJob.class);

    private static final Operation<JobState> GET_JOB =
            new Operation<JobState>("GET", "/v1/jobs/{jobId}", JobState.class);

    private final Transport transport;

    JobsAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Cancel a job.
     *
     * @return the answer
     * @see JobsOperations#cancelJob(String, CallOptions)
     */
    public CompletableFuture<DeletedJob> cancelJob(String jobId, CallOptions options) {
        return transport.call(CANCEL_JOB, new Arguments().path("jobId", jobId), options);
    }

    /** Cancel a job, with the default options. */
    public CompletableFuture<DeletedJob> cancelJob(String jobId) {
        return cancelJob(jobId, CallOptions.DEFAULT);
    }

    /**
     * Get the state of a job.
     *
     * @return the answer
     * @see JobsOperations#getJob(String, CallOptions)
     */
    public CompletableFuture<JobState> getJob(String jobId, CallOptions options) {
        return transport.call(GET_JOB, new Arguments().path("jobId", jobId), options);
    }

    /** Get the state of a job, with the default options. */
    public CompletableFuture<JobState> getJob(String jobId) {
        return getJob(jobId, CallOptions.DEFAULT);
    }
}
