# frozen_string_literal: true

require "lockstep"
require "minitest/autorun"
require "pathname"
require "timeout"
require_relative "support/fake_server"
require_relative "support/fake_sockets"
require_relative "support/lockstep_server"

# Shortens the pauses between attempts, not those of `Retry-After`.
Lockstep.const_get(:Backoff).first_seconds = 0.01

# What all tests have.
class LockstepTest < Minitest::Test
  include Answers
  include SocketAnswers

  KEY = "lk_api_secret"
  USAGE = Answers.answer(200, { quotas: {} })

  # Runs a block with a client of a fake server.
  def with(*answers, **options)
    FakeServer.run(*answers) do |server|
      credential = credential?(options) ? {} : { api_key: KEY }
      Lockstep::Client.open(server.url, **credential, **options) { |lockstep| yield lockstep, server }
    end
  end

  def tokens(name)
    { access_token: name, refresh_token: "r_#{name}", expires_in: 3600, token_type: "Bearer", scope: "" }
  end

  private

  def credential?(options)
    %i[api_key access_token username refresh_token].any? { |name| options.key?(name) }
  end
end
