# frozen_string_literal: true

require_relative "lockstep/version"
require_relative "lockstep/errors"
require_relative "lockstep/values"
require_relative "lockstep/kinds"
require_relative "lockstep/compiled"
require_relative "lockstep/model"
require_relative "lockstep/operation"
require_relative "lockstep/series"
require_relative "lockstep/cancellation"
require_relative "lockstep/body"
require_relative "lockstep/exchange"
require_relative "lockstep/connections"
require_relative "lockstep/credentials"
require_relative "lockstep/answer"
require_relative "lockstep/transport"
require_relative "lockstep/job"
require_relative "lockstep/group"
require_relative "lockstep/generated/groups"
require_relative "lockstep/client"

# A client of Lockstep, the self-hosted platform for fitness data.
#
# `Lockstep::Client` sends requests, `Lockstep::Models` has the types of the API, and `Lockstep::Crypto` the cryptography of the
# client.
module Lockstep
  autoload :Models, "lockstep/generated/models"
  autoload :EventStream, "lockstep/event_stream"
  autoload :WebSocket, "lockstep/web_socket"
  autoload :Crypto, "lockstep/crypto"
end
