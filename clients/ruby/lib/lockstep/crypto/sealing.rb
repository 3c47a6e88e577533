# frozen_string_literal: true

module Lockstep
  module Crypto
    # Where an envelope belongs: it opens in the same context only.
    class SealContext < Model
      # @!attribute [r] account
      #   @return [String] the id of the account
      field :account, required: true
      # @!attribute [r] purpose
      #   @return [String, nil] `data` (default), `wrap`, or a name of your own after a colon
      field :purpose
      # @!attribute [r] row
      #   @return [String, nil]
      field :row
    end

    # The id of a key (`key_…`, or 32 hexadecimal digits) and its version, 1 by default.
    class KeyName < Model
      # @!attribute [r] id
      #   @return [String]
      field :id, required: true
      # @!attribute [r] version
      #   @return [Integer, nil]
      field :version
    end

    # What an envelope says about itself.
    class Envelope < Model
      # @!attribute [r] mode
      #   @return [String]
      field :mode
      # @!attribute [r] suite
      #   @return [String]
      field :suite
      # @!attribute [r] origin
      #   @return [String]
      field :origin
      # @!attribute [r] key_name
      #   @return [KeyName]
      field :key_name, json: "keyName"
      # @!attribute [r] message_id
      #   @return [String]
      field :message_id, json: "messageId"
      # @!attribute [r] extension
      #   @return [String]
      field :extension

      # Reads the head of an envelope, without a key.
      def self.parse(envelope)
        found = Native.call("Envelope.parse", envelope: Native.bytes(envelope))
        from_h(found.merge("keyName" => KeyName.from_h(found["keyName"].slice("id", "version"))))
      end
    end

    # The fields of requests that seal.
    module Message
      def self.fields(plaintext, key_name, context, mode, extension)
        {
          plaintext: Native.bytes(plaintext), keyName: key_name, context: context, mode: mode,
          extension: extension && Native.bytes(extension)
        }
      end
    end
    private_constant :Message

    # A symmetric key, which stays in the native library.
    class SealingKey < NativeObject
      class << self
        # Makes a key.
        # @param cipher [String, nil] `AES-256-GCM` (default), `AES-192-GCM` or `AES-128-GCM`
        def generate(cipher: nil)
          new(Native.call("SealingKey.generate", cipher: cipher)["handle"])
        end

        # Takes a key of 32 bytes.
        def import(key, cipher: nil)
          new(Native.call("SealingKey.import", key: Native.bytes(key), cipher: cipher)["handle"])
        end
      end

      # @api private
      def initialize(handle)
        super()
        hold(handle)
      end

      # Returns the secret key.
      def export
        call("SealingKey.export")["key"]
      end

      # Returns 16 bytes that tell keys apart, and reveal nothing of them.
      def check_value
        call("SealingKey.checkValue")["checkValue"]
      end

      # Makes another key of this one.
      def derive(label, cipher: nil)
        SealingKey.new(call("SealingKey.derive", label: label, cipher: cipher)["handle"])
      end

      # Returns an envelope of a message.
      # @param key_name [KeyName]
      # @param context [SealContext]
      # @param mode [String, nil] `basic` (default), `at rest`, `fhe` or `zk`
      def seal(plaintext, key_name, context, mode: nil, extension: nil, cancellation: nil)
        fields = Message.fields(plaintext, key_name, context, mode, extension)
        work("SealingKey.seal", cancellation, **fields)["envelope"]
      end

      # Returns the message of an envelope.
      def open(envelope, context, cancellation: nil)
        work("SealingKey.open", cancellation, envelope: Native.bytes(envelope), context: context)["plaintext"]
      end

      # Seals another key.
      def wrap(key, key_name, account:, row: "")
        fields = { key: handle_of(key, SealingKey), keyName: key_name, account: account, row: row }
        call("SealingKey.wrap", **fields)["envelope"]
      end

      # Opens a sealed key.
      def unwrap(envelope, account:, row: "")
        SealingKey.new(call("SealingKey.unwrap", envelope: Native.bytes(envelope), account: account, row: row)["handle"])
      end
    end

    # A key pair: all who know the public key can seal, the owner can open.
    class SealingKeyPair < NativeObject
      # @return [String]
      attr_reader :public_key

      class << self
        # Makes a key pair.
        # @param kem [String, nil] `X-Wing` (default) or `MLKEM1024-P384`
        def generate(kem: nil)
          new(Native.call("SealingKeyPair.generate", kem: kem))
        end

        # Takes a private key of 32 bytes.
        def import(private_key, kem: nil)
          new(Native.call("SealingKeyPair.import", privateKey: Native.bytes(private_key), kem: kem))
        end

        # Returns an envelope that the owner of a public key can open.
        def seal_to(public_key, plaintext, key_name, context, kem: nil, mode: nil, extension: nil)
          fields = Message.fields(plaintext, key_name, context, mode, extension)
          Native.call("SealingKeyPair.sealTo", publicKey: Native.bytes(public_key), kem: kem, **fields)["envelope"]
        end
      end

      # @api private
      def initialize(made)
        super()
        @public_key = made["publicKey"]
        hold(made["handle"])
      end

      # Returns the private key.
      def export
        call("SealingKeyPair.export")["privateKey"]
      end

      # Returns the message of an envelope.
      def open(envelope, context, cancellation: nil)
        work("SealingKeyPair.open", cancellation, envelope: Native.bytes(envelope), context: context)["plaintext"]
      end
    end
  end
end
