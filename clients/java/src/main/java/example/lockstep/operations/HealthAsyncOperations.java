// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Download;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * Probes and metrics for operators; no credential is needed.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class HealthAsyncOperations {

    private static final Operation<Void> GET_SERVER_METRICS =
            new Operation<Void>("GET", "/metrics", Void.class).withoutCredential();

    private static final Operation<LivenessStatus> LIVENESS_PROBE =
            new Operation<LivenessStatus>("GET", "/healthz", LivenessStatus.class).withoutCredential();

    private static final Operation<Readiness> READINESS_PROBE =
            new Operation<Readiness>("GET", "/readyz", Readiness.class).withoutCredential();

    private final Transport transport;

    HealthAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Get metrics in the Prometheus text format. They contain counts and times only.
     *
     * @return the answer as a stream
     * @see HealthOperations#getServerMetricsStream(CallOptions)
     */
    public CompletableFuture<Download> getServerMetricsStream(CallOptions options) {
        return transport.download(GET_SERVER_METRICS, new Arguments(), "text/plain", options);
    }

    /** Get metrics in the Prometheus text format. They contain counts and times only, with the default options. */
    public CompletableFuture<Download> getServerMetricsStream() {
        return getServerMetricsStream(CallOptions.DEFAULT);
    }

    /**
     * Check that the process is running.
     *
     * @return the answer
     * @see HealthOperations#livenessProbe(CallOptions)
     */
    public CompletableFuture<LivenessStatus> livenessProbe(CallOptions options) {
        return transport.call(LIVENESS_PROBE, new Arguments(), options);
    }

    /** Check that the process is running, with the default options. */
    public CompletableFuture<LivenessStatus> livenessProbe() {
        return livenessProbe(CallOptions.DEFAULT);
    }

    /**
     * Check that the server can serve requests.
     *
     * @return the answer
     * @see HealthOperations#readinessProbe(CallOptions)
     */
    public CompletableFuture<Readiness> readinessProbe(CallOptions options) {
        return transport.call(READINESS_PROBE, new Arguments(), options);
    }

    /** Check that the server can serve requests, with the default options. */
    public CompletableFuture<Readiness> readinessProbe() {
        return readinessProbe(CallOptions.DEFAULT);
    }
}
