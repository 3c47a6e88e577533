# frozen_string_literal: true

require "test_helper"

# What the client sends, and what it does with answers.
class TransportTest < LockstepTest
  def usage(lockstep, **options)
    lockstep.fitness.get_usage(options: options)
  end

  def test_every_status_has_an_error_of_its_own
    {
      [400, "INVALID_REQUEST"] => Lockstep::InvalidRequestError,
      [401, "AUTH_ERROR"] => Lockstep::AuthenticationError,
      [403, "PERMISSION_DENIED"] => Lockstep::PermissionDeniedError,
      [404, "NOT_FOUND"] => Lockstep::NotFoundError,
      [409, "CONFLICT"] => Lockstep::ConflictError,
      [422, "ENCRYPTION_ERROR"] => Lockstep::InvalidRequestError,
      [429, "RATE_LIMIT"] => Lockstep::RateLimitError,
      [500, "SERVER_ERROR"] => Lockstep::ServerError,
      [302, "MOVED"] => Lockstep::ApiError
    }.each do |(status, code), kind|
      with(refusal(status, code), max_retries: 0) do |lockstep|
        error = assert_raises(kind) { usage(lockstep) }
        assert_instance_of kind, error
        assert_equal [status, code, "req_1"], [error.status, error.code, error.request_id]
        assert_equal({ "parameter" => "type", "reason" => "no" }, error.details)
        assert_equal "no (#{status} #{code}, request req_1)", error.message
      end
    end
  end

  # What is sent, the status of the first answer, the call, and whether it is sent again.
  REPETITIONS = [
    ["read, not begun", 503, ->(one) { one.fitness.get_usage }, true],
    ["read, maybe done", 502, ->(one) { one.fitness.get_usage }, true],
    [
      "creation under a key", 500,
      ->(one) { one.devices.register_device(name: "w", type: "watch", capabilities: []) }, true
    ],
    ["change, not begun", 429, ->(one) { one.profile.update_profile(weight_kg: 70) }, true],
    ["change, maybe done", 502, ->(one) { one.profile.update_profile(weight_kg: 70) }, false],
    ["deletion, maybe done", 504, ->(one) { one.devices.revoke_device("dev_1") }, false],
    [
      "replacement, maybe done", 500,
      ->(one) { one.datasets.replace_dataset_data("d", "a", content_type: "text/csv") }, true
    ],
    [
      "replacement by a stream", 503,
      ->(one) { one.datasets.replace_dataset_data("d", ["a"].each, content_type: "text/csv") }, false
    ],
    ["wrong", 400, ->(one) { one.fitness.get_usage }, false]
  ].freeze

  def test_a_request_is_sent_again_only_if_that_is_safe
    REPETITIONS.each do |what, status, call, is_repeated|
      with(refusal(status, "X", { "Retry-After" => "0" }), answer(200, {})) do |lockstep, server|
        is_repeated ? call.call(lockstep) : assert_raises(Lockstep::ApiError, what) { call.call(lockstep) }
        assert_equal (is_repeated ? 2 : 1), server.received.size, what
        keys = server.received.map { |request| request.headers["idempotency-key"] }.uniq
        assert_equal 1, keys.size, what
        assert_equal (what == "creation under a key"), !keys.first.nil?, what
        assert_equal 1, server.received.map(&:body).uniq.size, what
      end
    end
  end

  def test_a_server_that_refuses_for_ever_is_asked_as_often_as_allowed
    with(refusal(429, "RATE_LIMIT", { "Retry-After" => "0" }), max_retries: 2) do |lockstep, server|
      assert_raises(Lockstep::RateLimitError) { usage(lockstep) }
      assert_equal 3, server.received.size
    end
  end

  def test_a_long_retry_after_is_an_error_at_once
    ["3600", "Fri, 31 Dec 2100 23:59:59 GMT"].each do |text|
      with(refusal(429, "RATE_LIMITED", { "Retry-After" => text })) do |lockstep, server|
        error = assert_raises(Lockstep::RateLimitError) { usage(lockstep) }
        assert_operator error.retry_after, :>=, 3600
        assert_equal 1, server.received.size
      end
    end
  end

  def test_a_retry_after_that_names_no_later_time_is_ignored
    ["soon", "-1", "Fri, 31 Dec 1999 23:59:59 GMT", "²"].each do |text|
      with(refusal(503, "X", { "Retry-After" => text }), USAGE) do |lockstep, server|
        usage(lockstep)
        assert_equal 2, server.received.size, text
      end
    end
  end

  def test_retry_after_is_honoured
    with(refusal(503, "X", { "Retry-After" => "1" }), USAGE) do |lockstep|
      begun = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      usage(lockstep)
      assert_operator Process.clock_gettime(Process::CLOCK_MONOTONIC) - begun, :>=, 1
    end
  end

  def test_an_answer_that_is_not_of_lockstep_is_told_apart
    with(html(502), max_retries: 0) do |lockstep|
      error = assert_raises(Lockstep::ServerError) { usage(lockstep) }
      assert_match "not from Lockstep", error.message
    end
    [html(200), bytes("[" * 100_000, "application/json"), bytes("\xFF", "application/json")].each do |reply|
      with(reply) do |lockstep|
        error = assert_raises(Lockstep::ApiError) { usage(lockstep) }
        assert_match "not JSON", error.message
      end
    end
  end

  def test_an_answer_that_breaks_off_is_a_lost_connection
    with(break_off) { |lockstep| assert_raises(Lockstep::ApiConnectionError) { usage(lockstep) } }
  end

  def test_a_connection_that_fails_is_tried_again_for_safe_requests
    with(drop, USAGE) do |lockstep, server|
      usage(lockstep)
      assert_equal 2, server.received.size
    end
    with(drop, USAGE) do |lockstep, server|
      assert_raises(Lockstep::ApiConnectionError) { lockstep.profile.update_profile(weight_kg: 70) }
      assert_equal 1, server.received.size
    end
  end

  def test_time_outs_end_a_call
    with(silence, timeout: 0.3, max_retries: 0) do |lockstep, server|
      error = assert_raises(Lockstep::ApiTimeoutError) { usage(lockstep) }
      assert_equal 0.3, error.seconds
      assert_raises(Lockstep::ApiTimeoutError) { usage(lockstep, timeout: 0.3, max_retries: 1) }
      server.wait_for(3)
      assert_equal 3, server.received.size
    end
  end

  def test_a_cancellation_ends_a_call_from_another_thread
    with(silence) do |lockstep, server|
      cancellation = Lockstep::Cancellation.new
      caller = Thread.new { assert_raises(Lockstep::CancelledError) { usage(lockstep, cancellation: cancellation) } }
      server.wait_for(1)
      cancellation.cancel
      caller.join
      assert_equal 1, server.received.size
      assert_raises(Lockstep::CancelledError) { usage(lockstep, cancellation: cancellation) }
      assert_equal 1, server.received.size
    end
  end

  def test_a_cancellation_ends_a_pause
    with(refusal(503, "X", { "Retry-After" => "50" })) do |lockstep, server|
      cancellation = Lockstep::Cancellation.new
      caller = Thread.new { assert_raises(Lockstep::CancelledError) { usage(lockstep, cancellation: cancellation) } }
      server.wait_for(1)
      cancellation.cancel
      caller.join
    end
  end

  def test_a_call_that_ended_is_not_disturbed_by_its_cancellation
    with(USAGE) do |lockstep|
      cancellation = Lockstep::Cancellation.new
      usage(lockstep, cancellation: cancellation)
      cancellation.cancel
      assert_equal({}, usage(lockstep).quotas.to_h)
    end
  end

  # A scheduler of fibers that only starts fibers.
  Scheduler = Struct.new(:started) do
    def fiber(&block)
      self.started = Fiber.new(blocking: false, &block).tap(&:resume)
    end

    def block(*) = raise("unused")
    alias_method :unblock, :block
    alias_method :kernel_sleep, :block
    alias_method :io_wait, :block

    def close = nil
  end

  def test_a_cancellation_under_a_scheduler_ends_a_call_after_its_step
    cancellation = Lockstep::Cancellation.new
    results = []
    Thread.new do
      Fiber.set_scheduler(Scheduler.new)
      Fiber.schedule do
        results << cancellation.interrupt { :whole }
        cancellation.interrupt { cancellation.cancel }
      rescue Lockstep::CancelledError => e
        results << e.class
      end
    end.join
    assert_equal [:whole, Lockstep::CancelledError], results
  end

  def test_a_time_out_of_the_caller_ends_a_call
    with(silence) do |lockstep|
      assert_raises(Timeout::Error) { Timeout.timeout(0.05) { usage(lockstep) } }
    end
  end

  def test_a_connection_is_used_again_and_after_an_error_it_is_not
    ports = []
    noting = lambda do |exchange|
      ports << exchange.io.remote_address.ip_port
      (ports.size == 3 ? break_off : USAGE).call(exchange)
    end
    with(noting) do |lockstep|
      2.times { usage(lockstep) }
      assert_raises(Lockstep::ApiConnectionError) { usage(lockstep) }
      usage(lockstep)
    end
    assert_equal 1, ports.first(3).uniq.size
    refute_equal ports[2], ports[3]
  end

  def test_threads_share_a_client
    with(USAGE) do |lockstep, server|
      Array.new(8) { Thread.new { 5.times { usage(lockstep) } } }.each(&:join)
      assert_equal 40, server.received.size
    end
  end

  def test_a_closed_client_sends_nothing
    with(USAGE) do |lockstep, server|
      lockstep.close
      assert_raises(Lockstep::Error) { usage(lockstep) }
      assert_empty server.received
    end
  end

  def test_pages_are_requested_until_the_last
    page = ->(number, ids) { answer(200, { data: ids.map { |id| { id: id } }, total: 5, page: number, limit: 2 }) }
    with(page.call(1, [2, 3]), page.call(2, [4, 5]), page.call(3, [6])) do |lockstep, server|
      assert_equal [2, 3, 4, 5, 6], lockstep.datasets.list_datasets_all(limit: 2).map(&:id)
      assert_equal(
        ["/api/datasets?limit=2", "/api/datasets?page=2&limit=2", "/api/datasets?page=3&limit=2"], server.paths
      )
    end
    points = ->(cursor) { answer(200, { data: [{ value: 1 }], total: 2, hasMore: !cursor.nil?, nextCursor: cursor }) }
    with(points.call("c1"), points.call(nil)) do |lockstep, server|
      assert_equal [1, 1], lockstep.fitness.read_points_all(type: "steps", offset: 1).map(&:value)
      assert_equal "/v1/sfdp/data?type=steps&cursor=c1", server.paths.last
    end
  end

  def test_a_page_is_requested_when_its_first_entry_is_read
    with(answer(200, { data: [{ id: 1 }, { id: 2 }], total: 4, page: 1, limit: 2 })) do |lockstep, server|
      entries = lockstep.datasets.list_datasets_all(limit: 2)
      assert_empty server.received
      2.times { entries.next }
      assert_equal 1, server.received.size
      assert_equal [1], entries.lazy.map(&:id).first(1)
    end
  end

  def test_parameters_are_checked_before_anything_is_sent
    with(answer(200, {})) do |lockstep, server|
      ["", ".", "..", nil].each do |id|
        error = assert_raises(ArgumentError) { lockstep.devices.revoke_device(id) }
        assert_match "the parameter id", error.message
      end
      assert_match "tpye", assert_raises(ArgumentError) { lockstep.fitness.read_points(tpye: "steps") }.message
      assert_raises(TypeError) { lockstep.profile.update_profile(weight_kg: Object.new) }
      assert_raises(ArgumentError) { lockstep.profile.update_profile(weight_kg: Float::NAN) }
      assert_raises(ArgumentError) { lockstep.profile.update_profile(sex: "\xFF") }
      assert_raises(TypeError) { lockstep.datasets.replace_dataset_data("d", 7, content_type: "text/csv") }
      assert_empty server.received
      lockstep.devices.revoke_device("../x y")
      assert_equal "/v1/sfdp/devices/..%2Fx%20y", server.paths.last
    end
  end

  def test_only_given_fields_are_sent_and_nil_is_null
    with(answer(200, {})) do |lockstep, server|
      lockstep.profile.update_profile(weight_kg: nil, sex: :female)
      assert_equal({ "weightKg" => nil, "sex" => "female" }, server.received.first.json)
      assert_equal "application/json", server.received.first.headers["content-type"]
    end
  end

  def test_a_job_is_awaited_and_its_failure_is_an_error
    accepted = answer(200, { jobId: "job_1" })
    running = answer(200, { jobId: "job_1", status: "running" })
    done = answer(200, { status: "succeeded", result: { encryptedData: "abc", metadata: {} } })
    start = ->(one) { one.encryption.encrypt_data_as_job(data: "WzYxXQ==", mode: "FHE") }
    with(accepted, running, done) do |lockstep, server|
      assert_equal "abc", start.call(lockstep).result.encrypted_data
      assert_equal(%w[respond-async wait=20 wait=20], server.received.map { |one| one.headers["prefer"] })
    end
    failed = answer(200, { status: "failed", error: { code: "NOT_FOUND", message: "no key" } })
    with(accepted, failed, answer(200, {})) do |lockstep, server|
      job = start.call(lockstep)
      error = assert_raises(Lockstep::JobFailedError) { job.result }
      assert_equal ["NOT_FOUND", "no key"], [error.code, error.reason]
      job.cancel
      assert_equal ["DELETE", "/v1/jobs/job_1"], [server.received.last.verb, server.paths.last]
    end
  end

  def test_the_wait_for_a_job_is_shorter_than_the_time_out
    done = answer(200, { status: "succeeded", result: { encryptedData: "abc", metadata: {} } })
    { 5 => "wait=2", 0.5 => "wait=1", 3600 => "wait=20" }.each do |timeout, wait|
      with(answer(200, { jobId: "job_1" }), done) do |lockstep, server|
        lockstep.encryption.encrypt_data_as_job(data: "WzYxXQ==", mode: "FHE").result(options: { timeout: timeout })
        assert_equal wait, server.received.last.headers["prefer"]
      end
    end
  end

  def test_a_refusal_without_an_end_is_not_read_whole
    endless = lambda do |exchange|
      exchange.io.write("HTTP/1.1 400 X\r\nContent-Type: text/html\r\n\r\n")
      exchange.io.write("x" * 65_536) until exchange.server.closing.closed?
      exchange.drop
    end
    with(endless) do |lockstep|
      error = assert_raises(Lockstep::InvalidRequestError) { Timeout.timeout(30) { lockstep.fitness.get_usage } }
      assert_match "not from Lockstep", error.message
    end
  end

  def test_wrong_credentials_and_addresses_are_refused_at_once
    [
      { api_key: "a", access_token: "b" }, { username: "ada" }, { refresh_token: "r" }, { secret: "x" }
    ].each { |options| assert_raises(ArgumentError) { Lockstep::Client.new("http://127.0.0.1", **options) } }
    ["127.0.0.1:8080", "ftp://127.0.0.1", "", "http://", "http://user:word@host"].each do |url|
      assert_match "base_url", assert_raises(ArgumentError) { Lockstep::Client.new(url) }.message
    end
  end
end
