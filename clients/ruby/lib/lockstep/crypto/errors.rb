# frozen_string_literal: true

module Lockstep
  module Crypto
    # The base of the errors of `Lockstep::Crypto`.
    class CryptoError < Error; end

    # The native library is missing, or it is of another version.
    class LibraryError < CryptoError; end

    # The base of the zero-knowledge and post-quantum errors. Raised itself, for example, for a call after `cleanup`.
    class ZKError < CryptoError; end

    # The configuration is invalid.
    class InitializationError < ZKError; end

    # No proof can be made, for example of a false statement.
    class ProofGenerationError < ZKError; end

    # A proof cannot be checked. An invalid proof is not an error.
    class VerificationError < ZKError; end

    # A circuit cannot be optimized, or a GPU was requested.
    class OptimizationError < ZKError; end

    # A key, ciphertext or method does not fit the scheme.
    class PostQuantumError < ZKError; end

    # The virtual machine stopped: the text names the limit, the assertion or the row.
    class VMError < ZKError; end

    # An argument has the wrong type or form.
    class InvalidArgumentError < CryptoError; end

    # The object was closed, or an argument is an object of another kind.
    class ClosedHandleError < CryptoError; end

    # A message cannot be sealed.
    class SealError < CryptoError; end

    # An envelope cannot be opened: the same text for every cause.
    class OpenError < CryptoError; end

    # A value, key or ciphertext of BFV is refused.
    class HomomorphicError < CryptoError; end

    # A key, chain, nonce or time of a verification cannot be read. A document that does not hold is not an error.
    class DocumentError < CryptoError; end

    # The source of entropy failed.
    class EntropyError < CryptoError; end

    # The native library failed. Please report it.
    class InternalError < CryptoError; end

    # The exception of each status of the native library.
    ERRORS = {
      1 => ZKError,
      2 => InitializationError,
      3 => ProofGenerationError,
      4 => VerificationError,
      5 => OptimizationError,
      6 => PostQuantumError,
      7 => VMError,
      8 => InvalidArgumentError,
      9 => ClosedHandleError,
      10 => CancelledError,
      11 => SealError,
      12 => OpenError,
      13 => HomomorphicError,
      14 => DocumentError,
      15 => EntropyError,
      16 => InternalError
    }.freeze
    private_constant :ERRORS
  end
end
