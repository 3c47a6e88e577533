# frozen_string_literal: true

require "test_helper"

# Sockets against a server in the test process.
class EventsTest < LockstepTest
  TICKET = Answers.answer(200, { ticket: "hidden-ticket", expiresIn: 30 })
  PATH = "/v1/sfdp/stream"

  # Returns the ids of the first messages.
  def listen(count, *answers, options: {}, **credential)
    with(*answers, **credential) do |lockstep, server|
      seen = lockstep.stream(**options).each.lazy.map(&:id).first(count)
      return [seen, server.received]
    end
  end

  def sockets(received)
    received.map(&:path).grep(/stream/)
  end

  def test_a_socket_resumes_after_its_last_message
    seen, received = listen(
      4, TICKET, sends("e1", "e2"), TICKET, sends, TICKET, sends("e3"), TICKET, sends("e4")
    )
    assert_equal %w[e1 e2 e3 e4], seen
    assert_equal [PATH, "#{PATH}?lastEventId=e2", "#{PATH}?lastEventId=e2", "#{PATH}?lastEventId=e3"], sockets(received)
    assert_equal "lockstep.v1, ticket.hidden-ticket", received[1].headers["sec-websocket-protocol"]
    assert_nil received[1].headers["authorization"]
  end

  def test_a_socket_begins_after_a_given_message
    seen, received = listen(1, TICKET, sends("e8"), options: { last_event_id: "e 7&" })
    assert_equal ["e8"], seen
    assert_equal ["#{PATH}?lastEventId=e+7%26"], sockets(received)
  end

  def test_a_socket_that_is_too_far_behind_is_an_error
    assert_raises(Lockstep::MissedEventsError) do
      listen(1, TICKET, sends(code: 4408), options: { last_event_id: "e1" })
    end
  end

  def test_an_ended_credential_is_renewed_once
    assert_raises(Lockstep::AuthenticationError) { listen(1, TICKET, sends(code: 4401)) }
    password = { username: "ada", password: "p" }
    first = [answer(200, tokens("a")), TICKET, sends(code: 4401), answer(200, tokens("b")), TICKET]
    seen, received = listen(1, *first, sends("e1"), **password)
    assert_equal ["e1"], seen
    assert_equal(
      ["/api/auth/token", "/v1/ws/tickets", PATH, "/api/auth/refresh", "/v1/ws/tickets", PATH], received.map(&:path)
    )
    assert_raises(Lockstep::AuthenticationError) { listen(1, *first, sends(code: 4401), **password) }
  end

  def test_a_lost_socket_is_opened_again_as_often_as_allowed
    with(TICKET, sends("e1"), TICKET, sends, TICKET, sends) do |lockstep, server|
      error = assert_raises(Lockstep::ApiConnectionError) { lockstep.stream(max_reconnects: 2).to_a }
      assert_match "1011", error.message
      assert_equal 3, sockets(server.received).size
    end
    assert_raises(Lockstep::PermissionDeniedError) { listen(1, refusal(403, "PERMISSION_DENIED")) }
    limited = refusal(429, "RATE_LIMITED", { "Retry-After" => "3600" })
    assert_raises(Lockstep::RateLimitError) { listen(1, limited, options: { max_reconnects: 1 }) }
  end

  def test_a_server_that_opens_no_socket_is_a_failed_connection
    wrong = lambda do |exchange|
      exchange.io.write("HTTP/1.1 101 X\r\nSec-WebSocket-Accept: no\r\n\r\n")
      exchange.drop
    end
    [refusal(401, "AUTH_ERROR"), drop, wrong].each do |reply|
      assert_raises(Lockstep::ApiConnectionError) { listen(1, TICKET, reply, options: { max_reconnects: 0 }) }
    end
  end

  def test_a_refused_socket_is_the_error_of_its_status
    { 400 => Lockstep::InvalidRequestError, 403 => Lockstep::PermissionDeniedError,
      404 => Lockstep::NotFoundError }.each do |status, kind|
      with(TICKET, refusal(status, "CODE")) do |lockstep, server|
        error = assert_raises(kind) { lockstep.stream.first }
        assert_equal [status, "CODE", "req_1"], [error.status, error.code, error.request_id]
        assert_equal 1, sockets(server.received).size
      end
    end
    with(TICKET, answer(200, {})) do |lockstep|
      assert_match "not from Lockstep", assert_raises(Lockstep::ApiError) { lockstep.stream.first }.message
    end
  end

  def test_a_socket_is_requested_again_while_the_server_cannot_open_it
    # 401 is about the ticket: the credential was accepted just before.
    refusals = [refusal(401, "AUTH_ERROR"), html(502), refusal(503, "SERVER_ERROR")]
    seen, received = listen(1, *refusals.flat_map { |one| [TICKET, one] }, TICKET, sends("e1"))
    assert_equal ["e1"], seen
    assert_equal 4, sockets(received).size
  end

  def test_a_second_refused_ticket_is_an_authentication_error
    refused = [TICKET, refusal(401, "AUTH_ERROR")]
    opened = [TICKET, sends("e1")] # A socket that opened had a good ticket.
    rows = [refused * 2, refused + [TICKET, html(503)] + refused, refused + opened + (refused * 2)]
    rows.each do |answers|
      with(*answers, TICKET, sends) do |lockstep, server|
        # The limit ends the loop of a client that asks on.
        error = assert_raises(Lockstep::AuthenticationError) { lockstep.stream(max_reconnects: 9).to_a }
        assert_equal [401, "AUTH_ERROR", "req_1"], [error.status, error.code, error.request_id]
        assert_equal answers.size, server.received.size
      end
    end
  end

  def test_tickets_and_sockets_share_the_retries_of_a_limited_stream
    limited = refusal(429, "RATE_LIMIT")
    [[limited] * 2, [limited, TICKET, limited]].each do |answers|
      with(*answers, max_retries: 1) do |lockstep, server|
        assert_raises(Lockstep::RateLimitError) { lockstep.stream.first }
        assert_equal answers.size, server.received.size
      end
    end
  end

  def test_a_long_retry_after_of_a_socket_is_an_error_at_once
    with(TICKET, refusal(429, "RATE_LIMIT", { "Retry-After" => "3600" })) do |lockstep, server|
      error = assert_raises(Lockstep::RateLimitError) { lockstep.stream.first }
      assert_equal [3600.0, 1], [error.retry_after, sockets(server.received).size]
    end
  end

  def test_a_server_that_always_refuses_with_429_ends_the_stream
    limited = [TICKET, refusal(429, "RATE_LIMIT")] * 2
    with(*limited, max_retries: 1) do |lockstep, server|
      assert_raises(Lockstep::RateLimitError) { lockstep.stream.first }
      assert_equal 2, sockets(server.received).size
    end
  end

  def test_a_renewal_is_sent_once_and_again_after_it_failed
    password = { username: "ada", password: "p" }
    expired = answer(200, tokens("a").merge(expires_in: 0))
    seen, received = listen(
      1, expired, TICKET, sends(code: 4401), answer(200, tokens("b")), TICKET, sends("e1"), **password
    )
    renewal = ["/api/auth/refresh", "/v1/ws/tickets", PATH]
    assert_equal [["e1"], ["/api/auth/token", "/v1/ws/tickets", PATH, *renewal]], [seen, received.map(&:path)]
    seen, received = listen(
      1, answer(200, tokens("a")), TICKET, sends(code: 4401), drop, TICKET, sends("e1"), **password
    )
    assert_equal [["e1"], ["/api/auth/token", "/v1/ws/tickets", PATH, *renewal]], [seen, received.map(&:path)]
  end

  def test_long_and_divided_messages_and_pings_are_received
    long = "x" * 70_000
    peer = socket do |one|
      one.frame(0x01, "{\"id\":\"e1\",\"type\":\"insight\",")
      one.ping("are you there?")
      one.frame(0x80, "\"payload\":{\"text\":\"grün\"}}")
      answered = one.receive
      one.text(JSON.generate(id: answered.last, type: "insight", payload: { text: long[0, 60_000] }))
      one.receive
    end
    with(TICKET, peer) do |lockstep|
      first, second = lockstep.stream.first(2)
      assert_equal({ "text" => "grün" }, first.payload.to_h)
      assert_equal "are you there?", second.id
      assert_equal 60_000, second.payload.to_h["text"].size
    end
  end

  def test_a_message_that_is_no_object_of_json_is_an_error_of_its_own
    ["no json", "null", "7", "\"text\"", "[]", "{\"id\":", "\xFF"].each do |content|
      [{}, { subscribe: true }].each do |how|
        peer = socket { |one| one.text(content) }
        with(TICKET, peer) do |lockstep|
          messages = how.empty? ? lockstep.stream : lockstep.channels("marketplace")
          error = assert_raises(Lockstep::MalformedMessageError, content) { Timeout.timeout(10) { messages.first } }
          assert_match(/a message of the socket is .*check the address/, error.message)
        end
      end
    end
  end

  def test_damaged_frames_are_errors
    [[0x81, 0x80, 0, 0, 0, 0], [0x81, 127, 0xFF, 0, 0, 0, 0, 0, 0, 0], [0x81]].each do |frame|
      damaged = lambda do |exchange|
        FakeSocket.new(exchange)
        exchange.io.write(frame.pack("C*"))
        exchange.drop
      end
      assert_raises(Lockstep::ApiConnectionError) { listen(1, TICKET, damaged, options: { max_reconnects: 0 }) }
    end
  end

  def test_an_error_in_the_loop_ends_it
    with(TICKET, sends("e1", "e2")) do |lockstep, server|
      error = Lockstep::ApiConnectionError.new("of the loop")
      failing = ->(_) { raise error }
      raised = assert_raises(Lockstep::ApiConnectionError) { lockstep.stream.each(&failing) }
      assert_same error, raised
      assert_equal 1, sockets(server.received).size
    end
  end

  def test_a_stream_can_be_closed_by_another_thread
    codes = Queue.new
    hold = socket do |peer|
      peer.text(JSON.generate(id: "e1", type: "insight", payload: {}))
      codes << peer.receive
    end
    with(TICKET, hold) do |lockstep|
      messages = lockstep.stream
      closer = nil
      messages.each do |message|
        assert_equal "e1", message.id
        closer = Thread.new { messages.close }
      end
      closer.join
      assert_equal [8, [1000].pack("n")], codes.pop
      assert_empty messages.to_a
    end
  end

  def test_leaving_the_loop_closes_the_socket
    codes = Queue.new
    hold = socket do |peer|
      peer.text(JSON.generate(id: "e1", type: "insight", payload: {}))
      codes << peer.receive
    end
    with(TICKET, hold) do |lockstep|
      assert_equal "e1", lockstep.stream.first.id
      assert_equal [8, [1000].pack("n")], codes.pop
    end
  end

  def test_a_time_out_of_the_caller_ends_the_wait
    hold = socket(&:receive)
    with(TICKET, hold) do |lockstep|
      assert_raises(Timeout::Error) { Timeout.timeout(0.1) { lockstep.stream.first } }
    end
  end
end
