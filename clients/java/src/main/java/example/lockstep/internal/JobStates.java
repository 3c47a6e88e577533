package example.lockstep.internal;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.CallOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Waits for jobs of the server. */
public final class JobStates {

    /** Cancels a job, or removes its result. */
    public static final Operation<Object> CANCEL = new Operation<>("DELETE", "/v1/jobs/{jobId}", Object.class);

    private static final Operation<Object> READ = new Operation<>("GET", "/v1/jobs/{jobId}", Object.class);
    /** The longest time for which the server waits for the end of a job. */
    private static final long MAX_WAIT_SECONDS = 20;

    private JobStates() {}

    /** Requests the state until the job has ended. */
    public static <T> CompletableFuture<T> result(
            Transport transport, String id, Operation<T> operation, CallOptions options) {
        Arguments arguments = new Arguments().path("jobId", id);
        CompletableFuture<JsonNode> state = transport.tree(READ, arguments, options, wait(transport, options));
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

    /** Asks for an answer when the job has ended, or well before the request times out. */
    private static String wait(Transport transport, CallOptions options) {
        Duration limit = options.timeout() == null ? transport.timeout() : options.timeout();
        return "wait="
                + Math.max(1, Math.min(MAX_WAIT_SECONDS, limit.dividedBy(2).toSeconds()));
    }
}
