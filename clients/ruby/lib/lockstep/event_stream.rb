# frozen_string_literal: true

module Lockstep
  # Messages of a socket, which resumes after a lost connection: each message once, in order. `close` ends the loop, also from
  # another thread.
  class EventStream
    include Enumerable

    CREDENTIAL_ENDED = 4401
    TOO_FAR_BEHIND = 4408
    MAX_DELAY_SECONDS = 30.0
    TICKET = Operation.new("POST", "/v1/ws/tickets", :SocketTicket)
    # The loop over the messages tries again.
    ONCE = CallOptions.new(max_retries: 0)
    # Answers of the server to a subscription.
    REPLIES = %w[subscribed unsubscribed].freeze
    private_constant :CREDENTIAL_ENDED, :TOO_FAR_BEHIND, :MAX_DELAY_SECONDS, :TICKET, :ONCE, :REPLIES

    # @return [String, nil] the `id` of the last message that the loop received
    attr_reader :last_event_id

    # @param subscription [Hash, nil] the frame that is sent when a socket is open, where the server waits for one
    def initialize(transport, path, type, last_event_id, max_reconnects, subscription: nil)
      @subscription = subscription && Values.json(subscription)
      @transport = transport
      @path = path
      @type = type
      @last_event_id = last_event_id
      @max_reconnects = max_reconnects
      @failures = @limited = 0
      @has_renewed = @has_refused_ticket = false
      @mutex = Mutex.new
      @ended = ConditionVariable.new
      @is_closed = false
      @socket = @token = nil
    end

    # Yields the messages as they arrive.
    def each
      return enum_for(:each) unless block_given?

      begin
        while (message = next_message)
          yield message
        end
      ensure
        leave
      end
      self
    end

    # Ends the loop over the messages.
    def close
      @mutex.synchronize do
        @is_closed = true
        @ended.broadcast
        @socket&.close
      end
      nil
    end

    def inspect
      "#<Lockstep::EventStream #{@path} last_event_id=#{@last_event_id.inspect}>"
    end

    private

    # Returns the next message; `nil` after the stream was closed.
    def next_message
      until @is_closed
        begin
          socket = @socket || connect
          message = read(socket.receive) if socket
          return message if message
        rescue WebSocket::Closed => e
          leave
          follow(e) unless @is_closed
        rescue ApiConnectionError, ServerError, RateLimitError => e
          leave
          rest(e)
        end
      end
    end

    # Opens the socket; returns `nil` if the stream was closed before the socket opened.
    def connect
      ticket = @transport.call(TICKET, { json: {} }, ONCE)["ticket"]
      @token = @transport.token
      socket = open_socket(ticket)
      is_wanted = @mutex.synchronize { @socket = socket unless @is_closed }
      socket.release unless is_wanted
      socket.send_text(@subscription) if is_wanted && @subscription
      is_wanted
    end

    def open_socket(ticket)
      settings = @transport.settings
      socket = WebSocket.open(address(settings), ["lockstep.v1", "ticket.#{ticket}"], settings.timeout, ca_file: settings.ca_file)
      @has_refused_ticket = false
      socket
    rescue AuthenticationError
      raise if @has_refused_ticket

      # The server has just accepted the credential, so the ticket is too old. The next one may be in time.
      @has_refused_ticket = true
      raise ApiConnectionError, "the socket could not be opened: its ticket has ended", cause: nil
    end

    def address(settings)
      uri = settings.base.dup
      uri.path = settings.prefix + @path
      uri.query = @last_event_id && URI.encode_www_form("lastEventId" => @last_event_id)
      uri
    end

    # Returns the message of a text; `nil` if the text is an answer to the subscription.
    def read(text)
      value = parse(text)
      if @subscription && !value.key?("id")
        raise Refusal.of_frame(value) if value["type"] == "error"
        return nil if REPLIES.include?(value["type"])
      end
      message = Values.read(@type, value)
      @last_event_id = value["id"] || @last_event_id
      @failures = @limited = 0
      @has_renewed = false
      message
    end

    def parse(text)
      value = JSON.parse(text)
      return value if value.is_a?(Hash)

      raise MalformedMessageError, "a message of the socket is #{Values.kind(value)} and no object: #{Refusal::REMEDY}"
    rescue JSON::ParserError, EncodingError
      raise MalformedMessageError, "a message of the socket is not JSON: #{Refusal::REMEDY}", cause: nil
    end

    # Decides what follows the end of a socket.
    def follow(closed)
      case closed.code
      when TOO_FAR_BEHIND
        raise MissedEventsError,
              "the socket is more than ten minutes behind: read the data again, then listen without last_event_id"
      when CREDENTIAL_ENDED then renew
      else rest(ApiConnectionError.new(closed.message))
      end
    end

    def renew
      is_renewed = !@has_renewed && @transport.renew(@token)
      @has_renewed = true
      return if is_renewed

      error = { "code" => "AUTH_ERROR", "message" => "the credential of the socket has ended" }
      raise AuthenticationError.new(401, error), cause: nil
    rescue ApiConnectionError, ServerError, RateLimitError => e
      rest(e)
    end

    # Waits until the socket is opened again; raises the error if it is not.
    def rest(error)
      is_limited = error.is_a?(RateLimitError)
      @limited = is_limited ? @limited + 1 : 0
      asked = is_limited ? error.retry_after.to_f : 0.0
      settings = @transport.settings
      is_last = @max_reconnects && @failures >= @max_reconnects
      raise error if is_last || @limited > settings.max_retries || asked > settings.max_retry_delay

      pause = asked.positive? ? asked : Backoff.seconds(@failures, MAX_DELAY_SECONDS)
      @failures += 1
      @mutex.synchronize { @ended.wait(@mutex, pause) unless @is_closed }
    end

    def leave
      socket = @mutex.synchronize { @socket.tap { @socket = nil } }
      socket&.release
    end
  end
end
