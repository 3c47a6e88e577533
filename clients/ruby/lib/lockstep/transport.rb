# frozen_string_literal: true

require "zlib"

module Lockstep
  # The failures of connections, as errors of this library.
  class Failures
    TIMEOUTS = [Net::OpenTimeout, Net::ReadTimeout, Net::WriteTimeout].freeze
    CLASSES = [
      IOError, SystemCallError, SocketError, OpenSSL::SSL::SSLError, Net::ProtocolError, Net::HTTPBadResponse,
      Net::HTTPHeaderSyntaxError, Zlib::Error, *TIMEOUTS
    ].freeze

    def initialize(seconds)
      @seconds = seconds
    end

    # Runs a block, and raises its failures as errors of this library. The errors of `own`, code of the caller that the block may
    # call, stay as they are.
    def convert(own = nil)
      raised = nil
      guarded = own && lambda do |*arguments|
        own.call(*arguments)
      rescue StandardError => e
        raised = e
        raise
      end
      yield guarded
    rescue *CLASSES => e
      raise if e.equal?(raised)

      raise error(e)
    end

    # Returns the error of a failure.
    def error(failure)
      return ApiTimeoutError.new(@seconds) if TIMEOUTS.any? { |one| failure.is_a?(one) }

      ApiConnectionError.new("the connection failed: #{failure.message}")
    end
  end
  private_constant :Failures

  # Sends the requests of a client: credentials, time-outs, retries, errors.
  class Transport
    # The rest of a longer refusal is not read: a proxy may send anything.
    MAX_REFUSAL_BYTES = 1024 * 1024
    private_constant :MAX_REFUSAL_BYTES

    attr_reader :settings

    def initialize(settings, credential)
      @settings = settings
      @connections = Connections.new(settings)
      @credentials = Credentials.new(method(:tokens), **credential)
    end

    # Sends a request until it is answered with a success, and yields the answer. Returns what the block returns.
    def send_request(request, &block)
      return attempts(request, &block) unless request.cancellation

      request.cancellation.interrupt { attempts(request, &block) }
    end

    # Sends a request, and returns the JSON of its answer.
    def call(operation, arguments, options, prefer: nil)
      options = CallOptions.of(options)
      request = Request.new(settings, operation, arguments, "application/json", options, prefer: prefer)
      send_request(request) { |answer| parse(operation, answer) }
    end

    # Sends a request, and yields its answer as a stream; without a block, returns it after it was read.
    def stream(operation, arguments, accept, options)
      request = Request.new(settings, operation, arguments, accept, CallOptions.of(options))
      send_request(request) do |answer|
        next yield(answer) if block_given?

        answer.read
        answer
      end
    end

    # Returns the token of the newest requests.
    def token
      @credentials.newest
    end

    # Replaces the token of a socket that ended with it, unless another request has; false if it cannot be replaced.
    def renew(ended)
      return false unless @credentials.renewable?

      @credentials.renew(ended)
      true
    end

    def close
      @connections.close
    end

    def inspect
      "#<Lockstep::Transport #{settings&.base}>"
    end

    private

    # What follows a refused attempt.
    Refused = Struct.new(:status, :headers, :text)
    private_constant :Refused

    def attempts(request, &block)
      loop do
        token = request.open? ? nil : @credentials.current
        begin
          outcome = attempt(request, token, &block)
        rescue Unanswered => e
          rest(request.pause_after_failure || raise(e.error, cause: nil))
          next
        end
        return outcome unless outcome.is_a?(Refused)

        follow(request, token, outcome)
      end
    end

    # The connection failed before the head of an answer.
    class Unanswered < StandardError
      attr_reader :error

      def initialize(error)
        @error = error
        super(error.message)
      end
    end
    private_constant :Unanswered

    # Waits or renews the token before the next attempt; raises the error if there is none.
    def follow(request, token, refused)
      if token && @credentials.renewable? && request.may_renew?(refused.status)
        @credentials.renew(token)
        return
      end
      pause = request.pause_after(refused.status, refused.headers)
      raise Refusal.error(refused.status, refused.headers, refused.text) unless pause

      rest(pause)
    end

    def rest(seconds)
      sleep(seconds)
    end

    # Sends a request once. Yields the answer of a success; otherwise returns a `Refused`.
    def attempt(request, token)
      failures = Failures.new(request.seconds)
      reader = request.reader
      has_answer = false
      result = nil
      catch(:left) do
        @connections.use(request.seconds) do |connection|
          connection.request(prepared(request, token, reader)) do |response|
            has_answer = true
            answer = Answer.new(response, failures)
            result = response.is_a?(Net::HTTPSuccess) ? yield(answer) : refused(response, answer)
            # The connection is closed instead of reading the rest.
            throw :left unless answer.read?
          end
        end
      end
      result
    rescue *Failures::CLASSES => e
      raise if has_answer || e.equal?(reader&.error)

      raise Unanswered, failures.error(e)
    end

    def prepared(request, token, reader)
      prepared = Net::HTTPGenericRequest.new(
        request.method, !reader.nil?, request.method != "HEAD", request.target, request.headers(token)
      )
      prepared.body_stream = reader
      prepared
    end

    def refused(response, answer)
      text = begin
        answer.beginning(MAX_REFUSAL_BYTES)
      rescue ApiConnectionError
        ""
      end
      Refused.new(response.code.to_i, response, text)
    end

    def parse(operation, answer)
      value = JSON.parse(answer.text)
      return value if operation.fits?(value)

      raise unreadable(answer, "the answer is #{Values.kind(value)} where #{operation.expected} was expected")
    rescue JSON::ParserError, EncodingError
      raise unreadable(answer, "the answer is not JSON"), cause: nil
    end

    def unreadable(answer, problem)
      ApiError.new(answer.status, { "message" => "#{problem}: #{Refusal::REMEDY}" }, answer["x-request-id"])
    end

    def tokens(path, body)
      operation = Operation.new("POST", path, :TokenPair, open: true)
      operation.read(call(operation, { json: body }, nil))
    end
  end
  private_constant :Transport
end
