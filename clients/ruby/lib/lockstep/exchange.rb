# frozen_string_literal: true

require "securerandom"
require "uri"

module Lockstep
  # Options of a client.
  class Settings
    attr_reader :base, :timeout, :max_retries, :max_retry_delay, :ca_file

    def initialize(base_url:, timeout:, max_retries:, max_retry_delay:, ca_file:)
      @base = parse(base_url)
      @timeout = timeout
      @max_retries = max_retries
      @max_retry_delay = max_retry_delay
      @ca_file = ca_file
      freeze
    end

    # Returns the path of the server's address, without a slash at the end.
    def prefix
      @base.path.chomp("/")
    end

    private

    def parse(url)
      uri = URI.parse(url.to_s)
      return uri if uri.is_a?(URI::HTTP) && uri.host && !uri.host.empty? && !uri.userinfo

      raise ArgumentError, "base_url must be an address such as https://lockstep.example.org"
    rescue URI::InvalidURIError
      raise ArgumentError, "base_url must be an address such as https://lockstep.example.org"
    end
  end
  private_constant :Settings

  # The pauses before retries.
  module Backoff
    FIRST_SECONDS = 0.5
    MAX_SECONDS = 8.0

    class << self
      # The first pause, doubled after each failure; tests shorten it.
      attr_writer :first_seconds

      def first_seconds
        @first_seconds ||= FIRST_SECONDS
      end

      # Returns the pause before a retry: doubled each time, and cut by chance to a half at most.
      def seconds(failures, longest = MAX_SECONDS)
        [first_seconds * (2.0**[failures, 16].min), longest].min * rand(0.5..1.0)
      end
    end
  end
  private_constant :Backoff

  # A request of an operation with all its attempts: its parts, and the reaction to a failed attempt.
  class Request
    # The server did not begin these requests.
    NOT_BEGUN = [429, 503].freeze
    # The server, or a proxy before it, may have begun these requests.
    MAYBE_DONE = [500, 502, 504].freeze
    USER_AGENT = "lockstep-ruby/#{VERSION}".freeze

    attr_reader :method, :target, :body, :seconds, :cancellation

    # @param arguments [Hash] `path`, `query`, `json`, `form`, `content` with `content_type`, `may_be_empty`
    def initialize(settings, operation, arguments, accept, options, prefer: nil)
      @settings = settings
      @operation = operation
      operation.check(arguments)
      @method = operation.method
      @body = body_of(arguments)
      @target = settings.prefix + operation.address(arguments.fetch(:path, {})) + query_of(arguments.fetch(:query, {}))
      @options = options
      @seconds = options.timeout || settings.timeout
      @cancellation = options.cancellation
      @retries_left = options.max_retries || settings.max_retries
      @retries = 0
      @has_renewed = false
      @headers = headers_of(accept, prefer)
    end

    # Whether the operation needs no credential.
    def open?
      @operation.open?
    end

    # Returns the headers of an attempt.
    def headers(token)
      token ? @headers.merge("Authorization" => "Bearer #{token}") : @headers
    end

    # Returns the reader of the body for an attempt.
    def reader
      @body&.reader(@options.on_progress)
    end

    # Whether the attempt was refused because of its token, for the first time.
    def may_renew?(status)
      return false if status != 401 || @has_renewed || !replayable?

      @has_renewed = true
    end

    # Returns the seconds until the next attempt after a refusal; `nil` if there is none.
    def pause_after(status, headers)
      may_repeat = NOT_BEGUN.include?(status) || (MAYBE_DONE.include?(status) && @operation.safe?)
      asked = Refusal.retry_after(headers)
      next_pause(asked) if may_repeat && (asked || 0) <= @settings.max_retry_delay
    end

    # Returns the seconds until the next attempt after a failed connection; `nil` if there is none.
    def pause_after_failure
      next_pause(nil) if @operation.safe?
    end

    # Omits headers and body.
    def inspect
      "#<Lockstep::Request #{@method} #{@operation&.path}>"
    end

    private

    def replayable?
      @body.nil? || @body.replayable?
    end

    def next_pause(asked)
      return nil if !replayable? || @retries_left <= 0

      pause = asked&.positive? ? asked : Backoff.seconds(@retries)
      @retries_left -= 1
      @retries += 1
      pause
    end

    def headers_of(accept, prefer)
      headers = { "User-Agent" => USER_AGENT, **@options.headers.to_h, "Accept" => accept, "Accept-Encoding" => "gzip" }
      headers["Idempotency-Key"] = @options.idempotency_key || SecureRandom.uuid if @operation.takes_idempotency_key?
      headers["Prefer"] = prefer if prefer
      headers.merge(headers_of_body)
    end

    def headers_of_body
      return %w[POST PUT PATCH].include?(@method) ? { "Content-Length" => "0" } : {} unless @body

      length = @body.length
      size = length ? { "Content-Length" => length.to_s } : { "Transfer-Encoding" => "chunked" }
      { "Content-Type" => @body.content_type, **size }
    end

    def body_of(arguments)
      if arguments.key?(:content) then Body.raw(arguments[:content], arguments[:content_type])
      elsif arguments.key?(:form) then Body.form(arguments[:form])
      elsif arguments[:json].is_a?(Hash) then object(arguments)
      elsif arguments.key?(:json) then Body.json(arguments[:json])
      end
    end

    def object(arguments)
      fields = arguments[:json].reject { |_, value| UNSET.equal?(value) }
      Body.json(fields) unless fields.empty? && arguments[:may_be_empty]
    end

    def query_of(query)
      given = query.compact.transform_values { |value| text(value) }
      given.empty? ? "" : "?#{URI.encode_www_form(given)}"
    end

    def text(value)
      return value.map { |one| text(one) }.join(",") if value.is_a?(Array)

      Values.text(value) || value.to_s
    end
  end
  private_constant :Request
end
