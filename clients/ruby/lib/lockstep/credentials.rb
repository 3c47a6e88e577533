# frozen_string_literal: true

module Lockstep
  # The authentication of a client: the given credential, and its tokens, which are renewed before they expire.
  class Credentials
    # An access token is replaced this long before it expires.
    EARLY_SECONDS = 60

    # @param post [#call] sends a request for tokens: a path and a body
    def initialize(post, api_key: nil, access_token: nil, username: nil, password: nil, refresh_token: nil, on_tokens: nil)
      given = [api_key, access_token, username, refresh_token].compact
      raise ArgumentError, "give one credential: api_key, access_token, username or refresh_token" if given.size > 1
      raise ArgumentError, "username and password belong together" if username.nil? != password.nil?

      if refresh_token.nil? != on_tokens.nil?
        raise ArgumentError, "refresh_token needs on_tokens, which stores each new pair: a refresh token works once"
      end

      @post = post
      @fixed = api_key || access_token
      @password = { "username" => username, "password" => password } if username
      @refresh_token = refresh_token
      @on_tokens = on_tokens
      @mutex = Mutex.new
      @pair = @renewal = nil
      @fresh_until = 0.0
    end

    # Whether a refused token can be replaced.
    def renewable?
      !@password.nil? || !@on_tokens.nil?
    end

    # Returns the token of the newest requests, which may have expired; `nil` without one.
    def newest
      @mutex.synchronize { @pair ? @pair.access_token : @fixed }
    end

    # Returns the token for the next request; `nil` without a credential.
    def current
      renewable? ? renew(nil) : @fixed
    end

    # Gets new tokens, unless another thread has replaced the refused one. Threads share one renewal.
    def renew(refused)
      renewal = @mutex.synchronize do
        token = usable(refused)
        return token if token

        # It continues if this call is cancelled: the answer may not be lost, because a refresh token works once.
        @renewal = Thread.new { renewed } unless @renewal&.alive?
        @renewal
      end
      outcome = renewal.value
      outcome.is_a?(Exception) ? raise(outcome) : outcome
    end

    def inspect
      "#<Lockstep::Credentials>"
    end

    private

    # Returns a token that needs no renewal; with `refused`, a token that another request has got since.
    def usable(refused)
      token = @pair&.access_token
      return (token unless token == refused) if refused

      token if Process.clock_gettime(Process::CLOCK_MONOTONIC) < @fresh_until
    end

    # Returns the new token, or the error that its caller raises.
    def renewed
      pair = next_pair
      @mutex.synchronize { keep(pair) }
      @on_tokens&.call(pair)
      pair.access_token
    rescue StandardError => e
      e
    end

    def keep(pair)
      @pair = pair
      seconds = [pair.expires_in - EARLY_SECONDS, pair.expires_in / 2.0].max
      @fresh_until = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
    end

    def next_pair
      token = @pair ? @pair.refresh_token : @refresh_token
      begin
        return @post.call("/api/auth/refresh", { "refresh_token" => token }) if token
      rescue ApiError
        raise unless @password # The refresh token has ended; the password may still hold.
      end
      @post.call("/api/auth/token", @password)
    end
  end
  private_constant :Credentials
end
