package example.lockstep.internal;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.CallOptions;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Waits for jobs of the server. */
public final class JobStates {

    /** Cancels a job, or removes its result. */
    public static final Operation<Object> CANCEL = new Operation<>("DELETE", "/v1/jobs/{jobId}", Object.class);

    private static final Operation<Object> READ = new Operation<>("GET", "/v1/jobs/{jobId}", Object.class);
    /** The server answers when the job has ended, or after so many seconds. */
    private static final String WAIT = "wait=20";

    private JobStates() {}

    /** Requests the state until the job has ended. */
    public static <T> CompletableFuture<T> result(
            Transport transport, String id, Operation<T> operation, CallOptions options) {
        CompletableFuture<JsonNode> state = transport.tree(READ, new Arguments().path("jobId", id), options, WAIT);
        return Futures.then(state, job -> {
            String status = job.path("status").asText();
            if (status.equals("failed")) {
                throw Refusals.ofJob(job.path("error"));
            }
            if (!status.equals("succeeded")) {
                return result(transport, id, operation, options);
            }
            try {
                return CompletableFuture.completedFuture(operation.read(job.path("result")));
            } catch (IOException error) {
                throw Refusals.ofResult(error);
            }
        });
    }
}
