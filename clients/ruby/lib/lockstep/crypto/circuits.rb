# frozen_string_literal: true

module Lockstep
  module Crypto
    # The values of a circuit's inputs.
    module Inputs
      # Returns inputs as the native library takes them: decimal numbers.
      def self.named(inputs)
        raise InvalidArgumentError, "inputs are a Hash, not a #{inputs.class}" unless inputs.is_a?(Hash)

        inputs.map do |name, values|
          values = Array(values)
          wrong = values.find { |one| !one.is_a?(Integer) }
          raise InvalidArgumentError, "the input #{name} is not a whole number" unless wrong.nil? && !values.empty?

          { "name" => name.to_s, "values" => values.map(&:to_s) }
        end
      end
    end
    private_constant :Inputs

    # A circuit: a statement about its inputs that can be proved.
    class Circuit < NativeObject
      # @return [String]
      attr_reader :name, :curve
      # @return [String] hexadecimal
      attr_reader :digest
      # @return [Hash{String => Integer}] the numbers of `rows`, `wires`, `terms` and others
      attr_reader :cost

      class << self
        # Returns a circuit of the library, such as `range:64`.
        def named(name, curve: nil)
          new(Native.call("Circuit.named", name: name, curve: curve))
        end

        # Reads a circuit of circom: its constraints, and what computes its witness, either `wasm` or `program`.
        def from_files(r1cs:, wasm: nil, program: nil)
          files = { r1cs: r1cs, wasm: wasm, program: program }.compact
          new(Native.call("Circuit.fromFiles", **files.transform_values { |one| Native.bytes(one) }))
        end
      end

      # @api private
      def initialize(description)
        super()
        @name, @curve, @digest, @cost = description.values_at("name", "curve", "digest", "cost")
        hold(description["handle"])
      end

      # Returns the constraints in circom's format.
      def to_r1cs
        call("Circuit.toR1cs")["r1cs"]
      end
    end

    # A key that makes proofs of one circuit.
    class ProvingKey < NativeObject
      # @api private
      def initialize(handle)
        super()
        hold(handle)
      end

      # Returns the key in snarkjs' format; `nil` for PGHR13.
      def to_zkey
        call("ProvingKey.toZkey")["zkey"]
      end
    end

    # Makes circuits smaller that accept exactly the same inputs.
    class CircuitOptimizer < NativeObject
      # @param optimization_level [String] `basic` or `aggressive`
      def initialize(optimization_level: "basic")
        super()
        hold(Native.call("CircuitOptimizer.new", optimizationLevel: optimization_level)["handle"])
      end

      # Returns a smaller circuit.
      def optimize(circuit, cancellation: nil)
        Circuit.new(work("CircuitOptimizer.optimize", cancellation, circuit: handle_of(circuit, Circuit)))
      end

      # @raise [OptimizationError] always: there is no GPU back end
      def initialize_gpu
        call("CircuitOptimizer.initializeGPU")
        nil
      end

      # Optimizes constraints `{ "a" => …, "b" => …, "c" => … }`, each a list of `[wire, decimal]`.
      def process_constraints(constraints, curve: nil, cancellation: nil)
        fields = { constraints: constraints, curve: curve }
        work("CircuitOptimizer.processConstraints", cancellation, **fields)["constraints"]
      end
    end

    # The memory of the virtual machine.
    class MemoryState < Model
      # @!attribute [r] pages
      #   @return [Integer]
      field :pages
      # @!attribute [r] bytes
      #   @return [Integer]
      field :bytes
      # @!attribute [r] peak
      #   @return [Integer]
      field :peak
      # @!attribute [r] instructions
      #   @return [Integer]
      field :instructions
      # @!attribute [r] digest
      #   @return [String]
      field :digest
    end

    # The result of a circuit. The witness contains the private inputs.
    class Execution < Model
      # @!attribute [r] witness
      #   @return [Array<String>] decimal numbers
      field :witness, secret: true
      # @!attribute [r] public_signals
      #   @return [Array<String>] decimal numbers
      field :public_signals, json: "publicSignals"
      # @!attribute [r] memory
      #   @return [MemoryState]
      field :memory
    end

    # Computes witnesses, with limits on memory and instructions.
    class ZkVirtualMachine < NativeObject
      # Makes a machine: `initialize` of the specification. `memory_limit` is in bytes.
      def initialize(memory_limit: nil, max_instructions: nil, optimization_level: nil)
        super()
        hold(Native.call("ZkVirtualMachine.new")["handle"])
        config = {
          "memoryLimit" => memory_limit, "maxInstructions" => max_instructions, "optimizationLevel" => optimization_level
        }
        call("ZkVirtualMachine.initialize", config: config.compact)
      end

      # Computes the witness of a circuit.
      # @param inputs [Hash{String => Integer, Array<Integer>}]
      def execute_circuit(circuit, inputs, cancellation: nil)
        fields = { circuit: handle_of(circuit, Circuit), inputs: Inputs.named(inputs) }
        done = work("ZkVirtualMachine.executeCircuit", cancellation, **fields)
        Execution.from_h(done.merge("memory" => MemoryState.from_h(done["memory"])))
      end

      # Returns the memory after the last execution: `getMemoryState` of the specification.
      def memory_state
        MemoryState.from_h(call("ZkVirtualMachine.getMemoryState")["memory"])
      end
      alias get_memory_state memory_state
    end
  end
end
