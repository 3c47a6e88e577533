# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Long-running work that a request started with `Prefer: respond-async`: state, result and
  # cancellation.
  class JobsOperations < Group
    CANCEL_JOB = Operation.new(
      "DELETE",
      "/v1/jobs/{jobId}",
      :DeletedJob,
      kinds: { "jobId" => :text }
    )
    GET_JOB = Operation.new(
      "GET",
      "/v1/jobs/{jobId}",
      :JobState,
      kinds: { "jobId" => :text }
    )
    private_constant(
      :CANCEL_JOB,
      :GET_JOB
    )

    # Cancel a job.
    #
    # A running job stops within a tenth of a second. The result of a finished job is deleted. An
    # API key needs the `write` scope of the area whose route started the job.
    #
    # @param job_id [String] The job's id
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedJob]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def cancel_job(job_id, options: nil)
      request(CANCEL_JOB, { path: { "jobId" => job_id } }, options)
    end

    # Get the state of a job.
    #
    # A request with `Prefer: respond-async` starts a job. The server keeps a job for one hour; a
    # restart of the server deletes it. The stored results of an account are limited to 64 MiB,
    # those of all accounts to 512 MiB: the oldest are deleted first. An API key needs the `read`
    # scope of the area whose route started the job.
    #
    # @param job_id [String] The job's id
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::JobState]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_job(job_id, options: nil)
      request(GET_JOB, { path: { "jobId" => job_id } }, options)
    end
  end
end
