// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Long-running work that a request started with <code>Prefer: respond-async</code>: state, result and cancellation.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class JobsOperations {

    private final JobsAsyncOperations async;

    JobsOperations(Transport transport) {
        this.async = new JobsAsyncOperations(transport);
    }

    /**
     * Cancel a job.
     *
     * <p>A running job stops within a tenth of a second. The result of a finished job is deleted. An API key needs the
     * <code>write</code> scope of the area whose route started the job.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param jobId The job's id
     * @param options the options of this call
     * @return the answer
     */
    public DeletedJob cancelJob(String jobId, CallOptions options) {
        return Futures.await(async.cancelJob(jobId, options));
    }

    /** Cancel a job, with the default options. */
    public DeletedJob cancelJob(String jobId) {
        return cancelJob(jobId, CallOptions.DEFAULT);
    }

    /**
     * Get the state of a job.
     *
     * <p>A request with <code>Prefer: respond-async</code> starts a job. The server keeps a job for one hour; a
     * restart of the server deletes it. The stored results of an account are limited to 64 MiB, those of all accounts
     * to 512 MiB: the oldest are deleted first. An API key needs the <code>read</code> scope of the area whose route
     * started the job.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param jobId The job's id
     * @param options the options of this call
     * @return the answer
     */
    public JobState getJob(String jobId, CallOptions options) {
        return Futures.await(async.getJob(jobId, options));
    }

    /** Get the state of a job, with the default options. */
    public JobState getJob(String jobId) {
        return getJob(jobId, CallOptions.DEFAULT);
    }
}
