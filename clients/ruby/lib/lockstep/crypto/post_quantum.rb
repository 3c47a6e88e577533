# frozen_string_literal: true

module Lockstep
  module Crypto
    # A key pair. The private key is not part of its text.
    class KeyPair < Model
      # @!attribute [r] public_key
      #   @return [String]
      field :public_key, json: "publicKey"
      # @!attribute [r] private_key
      #   @return [String]
      field :private_key, json: "privateKey", secret: true
    end

    # A shared secret, and the ciphertext that carries it to the owner of the key.
    class Encapsulation < Model
      # @!attribute [r] ciphertext
      #   @return [String]
      field :ciphertext
      # @!attribute [r] shared_secret
      #   @return [String]
      field :shared_secret, json: "sharedSecret", secret: true
    end

    # ML-KEM (`kyber`), ML-DSA (`dilithium`) or SLH-DSA (`sphincs`).
    class PostQuantumScheme < NativeObject
      # Makes a scheme: `initialize` of the specification.
      #
      # @param scheme [String] `kyber`, `dilithium` or `sphincs`
      # @param security_level [Integer] 1, 3 or 5
      # @param params [Hash, nil] `hash`, `variant`, `context`, `deterministic`, `keyFormat`, `hybrid`
      def initialize(scheme:, security_level:, params: nil)
        super()
        hold(Native.call("PostQuantumScheme.new")["handle"])
        config = { "scheme" => scheme, "securityLevel" => security_level, "params" => params }
        call("PostQuantumScheme.initialize", config: config.compact)
      end

      # Makes a key pair.
      def generate_key_pair(cancellation: nil)
        KeyPair.from_h(work("PostQuantumScheme.generateKeyPair", cancellation))
      end

      # Makes a secret that only the owner of the private key can read from the ciphertext.
      def encapsulate(public_key, cancellation: nil)
        Encapsulation.from_h(work("PostQuantumScheme.encapsulate", cancellation, publicKey: Native.bytes(public_key)))
      end

      # Reads the secret of a ciphertext. A forged ciphertext gives another secret.
      def decapsulate(ciphertext, private_key, cancellation: nil)
        fields = { ciphertext: Native.bytes(ciphertext), privateKey: Native.bytes(private_key) }
        work("PostQuantumScheme.decapsulate", cancellation, **fields)["sharedSecret"]
      end

      # Signs a message.
      def sign(message, private_key, cancellation: nil)
        fields = { message: Native.bytes(message), privateKey: Native.bytes(private_key) }
        work("PostQuantumScheme.sign", cancellation, **fields)["signature"]
      end

      # Whether a signature holds.
      def verify(message, signature, public_key, cancellation: nil)
        fields = {
          message: Native.bytes(message), signature: Native.bytes(signature), publicKey: Native.bytes(public_key)
        }
        work("PostQuantumScheme.verify", cancellation, **fields)["verified"]
      end
    end
  end
end
