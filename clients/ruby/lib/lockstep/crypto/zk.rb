# frozen_string_literal: true

module Lockstep
  module Crypto
    # A proof. `verify_proof` wants it whole.
    class Proof < Model
      # @!attribute [r] scheme
      #   @return [String]
      field :scheme, required: true
      # @!attribute [r] curve
      #   @return [String]
      field :curve, required: true
      # @!attribute [r] circuit
      #   @return [String]
      field :circuit, required: true
      # @!attribute [r] proof
      #   @return [String] JSON as snarkjs writes it
      field :proof, required: true
      # @!attribute [r] public_signals
      #   @return [Array<String>] decimal numbers
      field :public_signals, json: "publicSignals", required: true
      # @!attribute [r] vk_digest
      #   @return [String] the digest of the key that verifies the proof
      field :vk_digest, json: "vkDigest", required: true
      # @!attribute [r] setup
      #   @return [String]
      field :setup, required: true
      # @!attribute [r] device
      #   @return [String]
      field :device, required: true

      # Verifies the proof with a key that the caller trusts. Its digest must be the proof's `vk_digest`.
      def verify(verification_key)
        Native.call("Proof.verify", proof: self, verificationKey: verification_key)["verified"]
      end
    end

    # The secret that opens the commitments of a proof.
    class Opening < Model
      # @!attribute [r] blindings
      #   @return [Array<String>] decimal numbers
      field :blindings, secret: true
      # @!attribute [r] scale
      #   @return [Integer] the number of decimals of the values
      field :scale
    end

    # The keys of a circuit.
    class CircuitKeys < Model
      # @!attribute [r] proving_key
      #   @return [ProvingKey]
      field :proving_key, json: "provingKey"
      # @!attribute [r] verification_key
      #   @return [String] JSON as snarkjs writes it
      field :verification_key, json: "verificationKey"
      # @!attribute [r] vk_digest
      #   @return [String]
      field :vk_digest, json: "vkDigest"
      # @!attribute [r] setup
      #   @return [String]
      field :setup
      # @!attribute [r] assurance
      #   @return [String] the guarantees of the setup, and their limits
      field :assurance
    end

    # Makes and verifies proofs. It knows the keys that it made.
    class ZkHandler < NativeObject
      # Makes a handler: `initialize` of the specification.
      #
      # @param scheme [String, nil] `groth16` or `pghr13`
      # @param curve [String, nil] `bls12-381` or `bn254`
      # @param optimization_level [String, nil] `basic` or `aggressive`
      # @param precision [Integer, nil] the number of decimals of values, 0 to 6
      # @param security_level [Integer, nil] 1
      # @param use_gpu [Boolean, nil]
      def initialize(scheme: nil, curve: nil, optimization_level: nil, precision: nil, security_level: nil, use_gpu: nil)
        super()
        hold(Native.call("ZkHandler.new")["handle"])
        config = {
          "scheme" => scheme, "curve" => curve, "optimizationLevel" => optimization_level, "precision" => precision,
          "securityLevel" => security_level, "useGPU" => use_gpu
        }
        call("ZkHandler.initialize", config: config.compact)
      end

      # Makes the keys of a circuit.
      def generate_keys(circuit, cancellation: nil)
        made = work("ZkHandler.generateKeys", cancellation, circuit: handle_of(circuit, Circuit))
        CircuitKeys.from_h(made.merge("provingKey" => ProvingKey.new(made["provingKey"])))
      end

      # Proves that the circuit accepts the inputs. The proof shows the public ones only.
      # @param private_inputs [Hash{String => Integer, Array<Integer>}]
      # @param public_inputs [Hash{String => Integer, Array<Integer>}]
      def generate_proof(circuit, private_inputs, public_inputs, cancellation: nil)
        prove(
          "ZkHandler.generateProof", cancellation,
          circuit: handle_of(circuit, Circuit), privateInputs: Inputs.named(private_inputs),
          publicInputs: Inputs.named(public_inputs)
        )
      end

      # Whether the proof holds, under a key of this handler.
      def verify_proof(proof, cancellation: nil)
        work("ZkHandler.verifyProof", cancellation, proof: proof)["verified"]
      end

      # Proves that a hidden value is between two bounds, inclusive.
      def generate_range_proof(value, min:, max:, cancellation: nil)
        prove("ZkHandler.generateRangeProof", cancellation, value: value, range: { "min" => min, "max" => max })
      end

      # Proves that two hidden values are equal.
      def generate_equality_proof(value1, value2, cancellation: nil)
        prove("ZkHandler.generateEqualityProof", cancellation, value1: value1, value2: value2)
      end

      # Proves that a hidden value is one of a set.
      def generate_membership_proof(value, set, cancellation: nil)
        prove("ZkHandler.generateMembershipProof", cancellation, value: value, set: set)
      end

      # Returns the secret that opens the commitments of a proof, if this handler made it.
      # @return [Opening, nil]
      def opening(proof)
        found = call("ZkHandler.opening", proof: proof)["opening"]
        found && Opening.from_h(found)
      end

      # Returns the key of this handler that verifies a proof.
      def verification_key(vk_digest)
        call("ZkHandler.verificationKey", vkDigest: vk_digest)["verificationKey"]
      end

      # Forgets the keys and values.
      def cleanup
        call("ZkHandler.cleanup")
        nil
      end

      private

      def prove(operation, cancellation, **fields)
        Proof.from_h(work(operation, cancellation, **fields)["proof"])
      end
    end
  end
end
