# frozen_string_literal: true

require "json"
require "time"

module Lockstep
  # The base of all errors of this library.
  class Error < StandardError; end

  # No answer arrived: the connection failed, or the answer was interrupted.
  class ApiConnectionError < Error; end

  # No answer arrived in time.
  class ApiTimeoutError < ApiConnectionError
    # @return [Numeric] the limit that was exceeded
    attr_reader :seconds

    def initialize(seconds)
      @seconds = seconds
      super("no answer within #{seconds} s: raise `timeout`, or run the operation as a job")
    end
  end

  # The call was cancelled by its {Cancellation}.
  class CancelledError < Error; end

  # A socket is more than ten minutes behind: read the data again, then listen without `last_event_id`.
  class MissedEventsError < Error; end

  # A message of a socket is not a JSON object of Lockstep.
  class MalformedMessageError < Error; end

  # The answer is not an Arrow stream, or it is incomplete.
  class MalformedArrowError < Error; end

  # The server refused a request.
  class ApiError < Error
    # @return [Integer] the HTTP status
    attr_reader :status
    # @return [String] the code of the area, such as `NOT_FOUND`; empty if the answer was not from Lockstep
    attr_reader :code
    # @return [String] the problem and the remedy
    attr_reader :reason
    # @return [Hash] the parameter that is wrong and the reason, where there is one
    attr_reader :details
    # @return [String, nil] the id under which the server logged the request
    attr_reader :request_id

    def initialize(status, error, request_id = nil)
      @status = status
      @code = error["code"].to_s
      @reason = error["message"].to_s
      @details = error["details"].is_a?(Hash) ? error["details"] : {}
      @request_id = error["requestId"] || request_id
      about = [status, @code].reject { |one| one == "" }.join(" ")
      about += ", request #{@request_id}" if @request_id
      super("#{@reason} (#{about})")
    end
  end

  # 400, 413, 415, 422: the request is wrong; `details` names the parameter.
  class InvalidRequestError < ApiError; end

  # 401: the credential is missing, wrong or expired.
  class AuthenticationError < ApiError; end

  # 403: the credential does not permit the operation.
  class PermissionDeniedError < ApiError; end

  # 404: the resource does not exist, or it belongs to another account.
  class NotFoundError < ApiError; end

  # 409: the resource is in another state.
  class ConflictError < ApiError; end

  # 429: too many requests.
  class RateLimitError < ApiError
    # @return [Float, nil] the seconds after which a request is allowed again, if the server states them
    attr_accessor :retry_after
  end

  # 5xx: the server failed, or is overloaded.
  class ServerError < ApiError; end

  # A job ended with an error.
  class JobFailedError < ApiError; end

  # Makes errors of answers that report a failure.
  module Refusal
    REMEDY = "check the address of the server and the proxies before it"
    CLASSES = {
      401 => AuthenticationError,
      403 => PermissionDeniedError,
      404 => NotFoundError,
      409 => ConflictError,
      429 => RateLimitError
    }.freeze

    class << self
      # @param headers [#[]] the headers of the answer
      # @param text [String] its body
      def error(status, headers, text)
        made = kind(status).new(status, parse(status, text), headers["x-request-id"])
        made.retry_after = retry_after(headers) if made.is_a?(RateLimitError)
        made
      end

      # Returns the error of a frame that refuses a subscription.
      def of_frame(frame)
        status = frame["status"].is_a?(Integer) ? frame["status"] : 0
        kind(status).new(status, parse(status, JSON.generate(frame)))
      end

      # Returns the seconds that `Retry-After` names, which may be a number or a date; `nil` if it names neither.
      def retry_after(headers)
        text = headers["retry-after"].to_s.strip
        return text[0, 9].to_f if text.match?(/\A[0-9]+\z/)

        [Time.httpdate(text) - Time.now, 0.0].max
      rescue ArgumentError
        nil
      end

      private

      def kind(status)
        CLASSES.fetch(status) do
          if status >= 500 then ServerError
          elsif status >= 400 then InvalidRequestError
          else
            ApiError
          end
        end
      end

      # Reads the body of an error; an answer of a proxy may be anything.
      def parse(status, text)
        body = JSON.parse(text)
        error = body["error"] if body.is_a?(Hash)
        return error if error.is_a?(Hash) && error["message"].is_a?(String) && error["code"].is_a?(String)

        foreign(status)
      rescue JSON::ParserError, EncodingError
        foreign(status)
      end

      def foreign(status)
        message = "the answer is not from Lockstep: #{REMEDY}"
        { "code" => status >= 500 ? "SERVER_ERROR" : "", "message" => message }
      end
    end
  end
  private_constant :Refusal
end
