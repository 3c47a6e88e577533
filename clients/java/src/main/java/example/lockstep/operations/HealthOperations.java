// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Download;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Probes and metrics for operators; no credential is needed.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class HealthOperations {

    private final HealthAsyncOperations async;

    HealthOperations(Transport transport) {
        this.async = new HealthAsyncOperations(transport);
    }

    /**
     * Get metrics in the Prometheus text format. They contain counts and times only.
     *
     * <p>The answer is a stream. Close it after use.
     *
     * @param options the options of this call
     * @return the answer as a stream
     */
    public Download getServerMetricsStream(CallOptions options) {
        return Futures.await(async.getServerMetricsStream(options));
    }

    /** Get metrics in the Prometheus text format. They contain counts and times only, with the default options. */
    public Download getServerMetricsStream() {
        return getServerMetricsStream(CallOptions.DEFAULT);
    }

    /**
     * Check that the process is running.
     *
     * @param options the options of this call
     * @return the answer
     */
    public LivenessStatus livenessProbe(CallOptions options) {
        return Futures.await(async.livenessProbe(options));
    }

    /** Check that the process is running, with the default options. */
    public LivenessStatus livenessProbe() {
        return livenessProbe(CallOptions.DEFAULT);
    }

    /**
     * Check that the server can serve requests.
     *
     * @param options the options of this call
     * @return the answer
     */
    public Readiness readinessProbe(CallOptions options) {
        return Futures.await(async.readinessProbe(options));
    }

    /** Check that the server can serve requests, with the default options. */
    public Readiness readinessProbe() {
        return readinessProbe(CallOptions.DEFAULT);
    }
}
