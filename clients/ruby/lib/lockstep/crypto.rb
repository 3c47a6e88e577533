# frozen_string_literal: true

require_relative "crypto/errors"
require_relative "crypto/native"
require_relative "crypto/native_object"
require_relative "crypto/zk"
require_relative "crypto/documents"
require_relative "crypto/circuits"
require_relative "crypto/post_quantum"
require_relative "crypto/sealing"
require_relative "crypto/fhe"

module Lockstep
  # Cryptography at the client: zero knowledge, post-quantum keys, envelopes, homomorphic encryption.
  #
  # Nothing of it has been audited. Methods that take long run in a thread of their own while the caller waits: other threads go
  # on, and `Timeout.timeout`, `Thread#raise` or a {Cancellation} end the wait and stop the work.
  module Crypto
    # Whether the native library is installed.
    def self.available?
      Native.available?
    end

    # Uses the native library of this file instead of that of the gem. Call it before the first use.
    def self.library=(path)
      Native.library = path
    end
  end
end
