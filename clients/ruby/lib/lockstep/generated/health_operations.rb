# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Probes and metrics for operators; no credential is needed.
  class HealthOperations < Group
    GET_SERVER_METRICS = Operation.new("GET", "/metrics", nil, open: true)
    LIVENESS_PROBE = Operation.new("GET", "/healthz", :LivenessStatus, open: true)
    READINESS_PROBE = Operation.new("GET", "/readyz", :Readiness, open: true)
    private_constant(
      :GET_SERVER_METRICS,
      :LIVENESS_PROBE,
      :READINESS_PROBE
    )

    # Get metrics in the Prometheus text format. They contain counts and times only.
    #
    # Yields the answer as a stream; without a block, returns it after it was read into memory.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Answer, Object]
    def get_server_metrics_stream(options: nil, &block)
      stream(GET_SERVER_METRICS, {}, "text/plain", options, &block)
    end

    # Check that the process is running.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::LivenessStatus]
    def liveness_probe(options: nil)
      request(LIVENESS_PROBE, {}, options)
    end

    # Check that the server can serve requests.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Readiness]
    def readiness_probe(options: nil)
      request(READINESS_PROBE, {}, options)
    end
  end
end
