# frozen_string_literal: true

module Lockstep
  module Crypto
    # How values become integers: times 10^decimals, less the offset.
    class Scale < Model
      # @!attribute [r] decimals
      #   @return [Integer, nil]
      field :decimals
      # @!attribute [r] offset
      #   @return [Integer, nil]
      field :offset
      # @!attribute [r] bound
      #   @return [Integer, nil] the maximum absolute value of an integer
      field :bound
      # @!attribute [r] wide
      #   @return [Boolean, nil] whether integers need two plaintext primes
      field :wide
    end

    # Encrypted values.
    class Ciphertext < Model
      # @!attribute [r] series
      #   @return [String]
      field :series
      # @!attribute [r] block
      #   @return [String, nil] with a key id: the series in an envelope that the platform stores
      field :block
    end

    # The values of a series.
    class DecryptedSeries < Model
      # @!attribute [r] values
      #   @return [Array<Numeric>]
      field :values
      # @!attribute [r] integers
      #   @return [Array<Integer>]
      field :integers
      # @!attribute [r] decimals
      #   @return [Integer]
      field :decimals
      # @!attribute [r] key_id
      #   @return [String, nil]
      field :key_id, json: "keyId"
    end

    # The value of a sum, a mean or another reduction.
    class DecryptedReduction < Model
      # @!attribute [r] value
      #   @return [Numeric]
      field :value
      # @!attribute [r] numerator
      #   @return [Integer]
      field :numerator
      # @!attribute [r] denominator
      #   @return [Integer]
      field :denominator
      # @!attribute [r] decimals
      #   @return [Integer]
      field :decimals
      # @!attribute [r] key_id
      #   @return [String, nil]
      field :key_id, json: "keyId"
    end

    # A secret key of homomorphic encryption (BFV), which stays in the native library.
    class FheSecretKey < NativeObject
      # @return [String] the set of parameters
      attr_reader :set
      # @return [Integer] the number of values in a ciphertext
      attr_reader :slots

      class << self
        # Makes a key.
        # @param set [String, nil] `bfv-128` by default
        def generate(set: nil, cancellation: nil)
          new(Native.work("FheSecretKey.generate", cancellation, set: set))
        end

        # Takes an exported key.
        def import(secret_key)
          new(Native.call("FheSecretKey.import", secretKey: Native.bytes(secret_key)))
        end
      end

      # @api private
      def initialize(made)
        super()
        @set = made["set"]
        @slots = made["slots"]
        hold(made["handle"])
      end

      # Returns the secret key.
      def export
        call("FheSecretKey.export")["secretKey"]
      end

      # Returns the key that encrypts.
      def public_key(cancellation: nil)
        work("FheSecretKey.publicKey", cancellation)["publicKey"]
      end

      # Returns the keys that a server needs to compute on ciphertexts.
      def evaluation_keys(multiplication: nil, sum_window: nil, rotations: nil, swap: nil, cancellation: nil)
        fields = { multiplication: multiplication, sumWindow: sum_window, rotations: rotations, swap: swap }
        work("FheSecretKey.evaluationKeys", cancellation, **fields)["evaluationKeys"]
      end

      # Encrypts values.
      # @param scale [Scale, nil]
      # @param key_id [String, nil] puts the series into an envelope that the platform stores, too
      def encrypt(values, scale: nil, key_id: nil, cancellation: nil)
        fields = { values: values, scale: scale, keyId: key_id }
        Ciphertext.from_h(work("FheSecretKey.encrypt", cancellation, **fields))
      end

      # Decrypts a series, a reduction, or an envelope with one of them.
      # @return [DecryptedSeries, DecryptedReduction]
      def decrypt(ciphertext, cancellation: nil)
        found = work("FheSecretKey.decrypt", cancellation, ciphertext: Native.bytes(ciphertext))
        common = { decimals: found["decimals"], key_id: found["keyId"] }
        if found["kind"] == "series"
          return DecryptedSeries.new(values: found["values"], integers: found["integers"].map(&:to_i), **common)
        end

        numerator, denominator = found.values_at("numerator", "denominator").map(&:to_i)
        DecryptedReduction.new(value: found["value"], numerator: numerator, denominator: denominator, **common)
      end
    end

    # Homomorphic encryption without a secret key.
    module Fhe
      class << self
        # Encrypts values for the owner of a public key.
        def encrypt(public_key, values, scale: nil, key_id: nil, cancellation: nil)
          fields = { publicKey: Native.bytes(public_key), values: values, scale: scale, keyId: key_id }
          Ciphertext.from_h(Native.work("FhePublicKey.encrypt", cancellation, **fields))
        end

        # Computes on one or two series, and returns the encrypted result.
        # @param operation [String] `add`, `subtract`, `negate`, `multiply`, `square`, `sum`, `mean`, `variance`, `dot`,
        #   `weightedSum` or `rotate`
        # @param steps [Integer, nil] those of `rotate`
        # @param weights [Array<Integer>, nil] those of `weightedSum`
        def compute(evaluation_keys, operation, operands, steps: nil, weights: nil, cancellation: nil)
          fields = {
            evaluationKeys: Native.bytes(evaluation_keys), operation: operation,
            operands: operands.map { |one| Native.bytes(one) }, steps: steps, weights: weights
          }
          Native.work("FheEvaluationKeys.compute", cancellation, **fields)["result"]
        end
      end
    end
  end
end
