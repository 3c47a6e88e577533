# frozen_string_literal: true

require "test_helper"

# Sign-in, and tokens that are renewed.
class CredentialsTest < LockstepTest
  # Answers sign-ins, refreshes and reads as the server does.
  def account(valid, refresh = answer(200, tokens("second")))
    lambda do |exchange|
      token = exchange.received.headers.fetch("authorization", "").delete_prefix("Bearer ")
      reply = case exchange.received.path
              when "/api/auth/token" then answer(200, tokens("first"))
              when "/api/auth/refresh" then refresh
              else valid.include?(token) ? USAGE : refusal(401, "AUTH_ERROR")
              end
      reply.call(exchange)
    end
  end

  def signing_in(server)
    server.paths.grep(%r{\A/api/auth})
  end

  def test_an_expired_token_is_renewed_once_for_all_threads
    valid = ["first"]
    with(account(valid), username: "ada", password: "secret of ada") do |lockstep, server|
      lockstep.fitness.get_usage
      valid.replace(["second"])
      Array.new(3) { Thread.new { lockstep.fitness.get_usage } }.each(&:join)
      assert_equal %w[/api/auth/token /api/auth/refresh], signing_in(server)
      valid.clear
      assert_raises(Lockstep::AuthenticationError) { lockstep.fitness.get_usage }
      assert_equal %w[/api/auth/token /api/auth/refresh /api/auth/refresh], signing_in(server)
    end
  end

  def test_threads_share_the_first_sign_in
    with(account(["first"]), username: "ada", password: "p") do |lockstep, server|
      Array.new(4) { Thread.new { lockstep.fitness.get_usage } }.each(&:join)
      assert_equal %w[/api/auth/token], signing_in(server)
    end
  end

  def test_a_password_signs_in_again_when_the_refresh_token_has_ended
    with(account([], refusal(401, "AUTH_ERROR")), username: "ada", password: "p") do |lockstep, server|
      assert_raises(Lockstep::AuthenticationError) { lockstep.fitness.get_usage }
      assert_equal(
        %w[/api/auth/token /v1/sfdp/usage /api/auth/refresh /api/auth/token /v1/sfdp/usage], server.paths
      )
    end
  end

  def test_each_new_refresh_token_is_handed_over
    stored = []
    with(account(["second"]), refresh_token: "r", on_tokens: stored.method(:push)) do |lockstep, server|
      lockstep.fitness.get_usage
      assert_equal ["r_second"], stored.map(&:refresh_token)
      assert_equal({ "refresh_token" => "r" }, server.received.first.json)
    end
  end

  def test_a_refused_refresh_token_is_an_error
    with(account([], refusal(401, "AUTH_ERROR")), refresh_token: "r", on_tokens: ->(_) {}) do |lockstep, server|
      assert_raises(Lockstep::AuthenticationError) { lockstep.fitness.get_usage }
      assert_equal ["/api/auth/refresh"], server.paths
    end
  end

  def test_a_cancelled_call_does_not_lose_the_new_refresh_token
    stored = []
    release = Queue.new
    keep = lambda do |pair|
      release.pop
      stored << pair.refresh_token
    end
    with(account(["second"]), refresh_token: "r", on_tokens: keep) do |lockstep, server|
      cancellation = Lockstep::Cancellation.new
      options = { cancellation: cancellation }
      first = Thread.new { assert_raises(Lockstep::CancelledError) { lockstep.fitness.get_usage(options: options) } }
      server.wait_for(1)
      cancellation.cancel
      first.join
      release << true
      lockstep.fitness.get_usage
      assert_equal %w[/api/auth/refresh /v1/sfdp/usage], server.paths
    end
    assert_equal ["r_second"], stored
  end
end
