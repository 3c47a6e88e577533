# frozen_string_literal: true

module Lockstep
  # A background job of the server. It ends with the process of the server, and its result is kept for an hour.
  class Job
    READ = Operation.new("GET", "/v1/jobs/{jobId}", :JobState)
    CANCEL = Operation.new("DELETE", "/v1/jobs/{jobId}", nil)
    # The server answers when the job has ended, or after so many seconds.
    WAIT = "wait=20"
    private_constant :READ, :CANCEL, :WAIT

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
      loop do
        state = @transport.call(READ, arguments, options, prefer: WAIT)
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
