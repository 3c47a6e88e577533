# frozen_string_literal: true

module Lockstep
  # A background job of the server. It ends with the process of the server, and its result is kept for an hour.
  class Job
    READ = Operation.new("GET", "/v1/jobs/{jobId}", :JobState)
    CANCEL = Operation.new("DELETE", "/v1/jobs/{jobId}", nil)
    # The longest time for which the server waits for the end of a job.
    MAX_WAIT_SECONDS = 20
    private_constant :READ, :CANCEL, :MAX_WAIT_SECONDS

    # @return [String] the id of the job
    attr_reader :id

    def initialize(transport, id, operation)
      @transport = transport
      @id = id
      @operation = operation
    end

    # Waits until the job has ended, and returns its result.
    # @raise [JobFailedError] if the job failed
    def result(options: nil)
      options = CallOptions.of(options)
      prefer = wait(options)
      loop do
        state = @transport.call(READ, arguments, options, prefer: prefer)
        case state["status"]
        when "succeeded" then return finished(state["result"])
        when "failed" then raise JobFailedError.new(200, error_of(state))
        end
      end
    end

    # Cancels the job, or removes its result.
    def cancel(options: nil)
      @transport.call(CANCEL, arguments, options)
      nil
    end

    def inspect
      "#<Lockstep::Job #{id}>"
    end

    private

    def arguments
      { path: { "jobId" => @id } }
    end

    # Asks for an answer when the job has ended, or well before the request times out.
    def wait(options)
      limit = options.timeout || @transport.settings.timeout
      "wait=#{(limit / 2.0).clamp(1, MAX_WAIT_SECONDS).floor}"
    end

    def finished(result)
      return @operation.read(result) if @operation.fits?(result)

      message = "the result of the job is #{Values.kind(result)} where #{@operation.expected} was expected"
      raise ApiError.new(200, { "message" => message })
    end

    def error_of(state)
      state["error"].is_a?(Hash) ? state["error"] : { "code" => "SERVER_ERROR", "message" => "the job failed" }
    end
  end
end
