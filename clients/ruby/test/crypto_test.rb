# frozen_string_literal: true

require "test_helper"

# Cryptography at the client, with the native library.
class CryptoTest < LockstepTest
  Crypto = Lockstep::Crypto
  Native = Crypto.const_get(:Native)

  def setup
    skip "no native library: LOCKSTEP_FFI_LIBRARY does not name it" unless Crypto.available?
  end

  def kem
    Crypto::PostQuantumScheme.new(scheme: "kyber", security_level: 3)
  end

  def test_secrets_are_encapsulated
    kem.use do |scheme|
      pair = scheme.generate_key_pair
      sent = scheme.encapsulate(pair.public_key)
      assert_equal 1184, pair.public_key.bytesize
      assert_equal sent.shared_secret, scheme.decapsulate(sent.ciphertext, pair.private_key)
      forged = sent.ciphertext.dup.tap { |bytes| bytes.setbyte(0, bytes.getbyte(0) ^ 1) }
      refute_equal sent.shared_secret, scheme.decapsulate(forged, pair.private_key)
    end
  end

  def test_messages_are_signed
    { "dilithium" => 3, "sphincs" => 1 }.each do |name, level|
      Crypto::PostQuantumScheme.open(scheme: name, security_level: level) do |scheme|
        pair = scheme.generate_key_pair
        signature = scheme.sign("message", pair.private_key)
        assert scheme.verify("message", signature, pair.public_key)
        refute scheme.verify("massage", signature, pair.public_key)
      end
    end
  end

  def test_statements_about_hidden_values_are_proved
    Crypto::ZkHandler.open do |handler|
      [
        handler.generate_range_proof(61, min: 40, max: 200), handler.generate_equality_proof(7, 7),
        handler.generate_membership_proof(3, [1, 2, 3])
      ].each do |proof|
        assert handler.verify_proof(proof)
        assert_equal proof, Crypto::Proof.from_h(JSON.parse(JSON.generate(proof)))
        key = handler.verification_key(proof.vk_digest)
        assert proof.verify(key)
        refute proof.with(public_signals: ["1", *proof.public_signals.drop(1)]).verify(key)
      end
      error = assert_raises(Crypto::ProofGenerationError) { handler.generate_range_proof(30, min: 40, max: 200) }
      assert_match "outside the range", error.message
      handler.cleanup
      assert_raises(Crypto::ZKError) { handler.generate_range_proof(61, min: 40, max: 200) }
    end
  end

  def test_circuits_are_optimized_executed_and_proved
    handler = Crypto::ZkHandler.new
    circuit = Crypto::Circuit.named("range:64")
    assert_operator circuit.cost["rows"], :>, 0
    assert circuit.to_r1cs.start_with?("r1cs")
    optimized = Crypto::CircuitOptimizer.open do |optimizer|
      assert_raises(Crypto::OptimizationError) { optimizer.initialize_gpu }
      optimizer.optimize(circuit)
    end
    assert_operator optimized.cost["rows"], :<=, circuit.cost["rows"]
    keys = handler.generate_keys(circuit)
    refute_empty keys.assurance
    refute_empty keys.proving_key.to_zkey
    Crypto::ZkVirtualMachine.open(memory_limit: 1 << 20) do |machine|
      assert_raises(Crypto::CryptoError) { machine.execute_circuit(optimized, { none: 1 }) }
      assert_kind_of Integer, machine.memory_state.bytes
      assert_equal machine.memory_state, machine.get_memory_state
    end
  end

  def test_a_circuit_is_executed_and_proved_with_inputs
    hidden = { value: (2**63) + 52, blinding: 1234 }
    shown = { scale: 0, statement: 0 }
    circuit = Crypto::Circuit.named("commitment")
    done = Crypto::ZkVirtualMachine.open { |machine| machine.execute_circuit(circuit, hidden.merge(shown)) }
    assert_equal done.witness[1], done.public_signals[0]
    assert_operator done.memory.instructions, :>, 0
    assert_includes done.witness, hidden[:value].to_s
    refute_includes done.inspect, hidden[:value].to_s
    Crypto::ZkHandler.open do |handler|
      proof = handler.generate_proof(circuit, hidden, shown)
      assert_equal done.public_signals, proof.public_signals
      assert handler.verify_proof(proof)
    end
  end

  def test_repeated_constraints_are_removed
    square = { "a" => [[1, "1"]], "b" => [[1, "1"]], "c" => [[2, "1"]] }
    optimizer = Crypto::CircuitOptimizer.new
    assert_equal [square], optimizer.process_constraints([square, square])
  end

  # The call, its error.
  WRONG = [
    [->(kem, _) { kem.encapsulate(nil) }, Crypto::InvalidArgumentError],
    [->(kem, _) { kem.encapsulate(7) }, Crypto::InvalidArgumentError],
    [->(kem, _) { kem.encapsulate({ "$part" => 7 }) }, Crypto::InvalidArgumentError],
    [->(kem, _) { kem.encapsulate("short") }, Crypto::PostQuantumError],
    [->(kem, _) { kem.sign(1, 2) }, Crypto::InvalidArgumentError],
    [->(kem, zk) { zk.generate_proof(kem, {}, {}) }, Crypto::InvalidArgumentError],
    [->(_, zk) { zk.generate_range_proof(Float::NAN, min: 0, max: 1) }, Crypto::InvalidArgumentError],
    [->(_, zk) { zk.generate_range_proof(1, min: 0, max: "1") }, Crypto::InvalidArgumentError],
    [->(_, zk) { zk.generate_range_proof(Object.new, min: 0, max: 1) }, Crypto::InvalidArgumentError],
    [->(_, zk) { zk.generate_membership_proof(1, [1, "2"]) }, Crypto::InvalidArgumentError],
    [->(_, zk) { zk.verification_key("\xFF") }, Crypto::InvalidArgumentError],
    [->(_, zk) { zk.generate_proof(Crypto::Circuit.named("range:64"), { a: 0.5 }, {}) }, Crypto::InvalidArgumentError],
    [->(_, _) { Crypto::ZkHandler.new(scheme: "groth17") }, Crypto::InvalidArgumentError],
    [->(_, _) { Crypto::PostQuantumScheme.new(scheme: "kyber", security_level: 2) }, Crypto::InitializationError]
  ].freeze

  def test_wrong_arguments_are_refused_at_the_border
    zk = Crypto::ZkHandler.new
    WRONG.each_with_index do |(call, kind), at|
      error = assert_raises(Crypto::CryptoError, "row #{at}") { call.call(kem, zk) }
      assert_kind_of kind, error, "row #{at}: #{error.message}"
    end
  end

  def test_closed_objects_are_refused_and_cannot_be_copied
    scheme = kem
    2.times { scheme.close }
    assert_predicate scheme, :closed?
    assert_equal "#<Lockstep::Crypto::PostQuantumScheme closed>", scheme.inspect
    assert_raises(Crypto::ClosedHandleError) { scheme.generate_key_pair }
    assert_raises(TypeError) { kem.dup }
    assert_raises(TypeError) { kem.clone }
    assert_raises(TypeError) { Marshal.dump(kem) }
  end

  def test_an_object_may_be_used_by_threads_while_another_closes_it
    20.times do
      scheme = kem
      start = Queue.new
      threads = Array.new(4) do
        Thread.new do
          start.pop
          scheme.generate_key_pair.public_key.bytesize
        rescue Crypto::ClosedHandleError
          0
        end
      end
      start.close
      scheme.close
      assert_empty threads.map(&:value) - [0, 1184]
    end
  end

  # Makes an object in another frame, so that no reference stays on the stack.
  def forgotten_handle
    Thread.new { kem.handle }.value
  end

  def test_a_collected_object_is_closed
    handles = Array.new(20) { forgotten_handle }
    GC.start
    closed = handles.count do |handle|
      Native.call("PostQuantumScheme.generateKeyPair", handle: handle)
      false
    rescue Crypto::ClosedHandleError
      true
    end
    # The stack of the interpreter may hold one by chance.
    assert_operator closed, :>=, 18
  end

  # With the interpreter's lock held, this thread could cancel the call only after its end.
  def test_other_threads_go_on_during_a_call
    handler = Crypto::ZkHandler.new
    circuit = Crypto::Circuit.named("range:64")
    request = Native.send(:frame, { handle: handler.handle, circuit: circuit.handle })
    functions = Native.send(:functions)
    token = functions[:lockstep_cancellation_new].call
    started = Queue.new
    working = Thread.new do
      started << true
      Native.send(:exchange, "ZkHandler.generateKeys", request, token)
    end
    started.pop
    functions[:lockstep_cancellation_cancel].call(token)
    status, text = working.value
    assert_equal 10, status, text
    functions[:lockstep_cancellation_free].call(token)
  end

  def test_a_cancellation_stops_the_work
    handler = Crypto::ZkHandler.new
    circuit = Crypto::Circuit.named("range:64")
    cancellation = Lockstep::Cancellation.new
    working = Thread.new do
      assert_raises(Lockstep::CancelledError) { handler.generate_keys(circuit, cancellation: cancellation) }
    end
    Thread.pass until working.status == "sleep"
    cancellation.cancel
    working.join
    assert_raises(Lockstep::CancelledError) { kem.generate_key_pair(cancellation: cancellation) }
    assert_equal 1184, kem.generate_key_pair.public_key.bytesize
  end

  def test_a_time_out_of_the_caller_ends_the_wait
    handler = Crypto::ZkHandler.new
    circuit = Crypto::Circuit.named("range:64")
    assert_raises(Timeout::Error) { Timeout.timeout(0.001) { handler.generate_keys(circuit) } }
  end

  def test_no_text_shows_a_private_key
    pair = kem.generate_key_pair
    sent = kem.encapsulate(pair.public_key)
    assert_match "private_key=…", pair.inspect
    assert_match "shared_secret=…", sent.inspect
    Lockstep::Crypto::ZkHandler.open do |zk|
      opening = zk.opening(zk.generate_range_proof(61, min: 40, max: 200))
      refute_empty opening.blindings
      assert_match "blindings=…", opening.inspect
    end
    key = Crypto::SealingKey.import("k" * 32)
    refute_includes key.inspect, "kkkk"
  end

  # A kilobyte that each call keeps would be 24 MiB more in every portion. Ruby's own heap grows in some of them only.
  def test_many_calls_keep_no_memory
    repeat(500)
    grown = Array.new(4) do
      before = resident_kib
      repeat(2500)
      GC.start
      resident_kib - before
    end
    assert_operator grown.min, :<, 8 * 1024, "#{grown.inspect} KiB more after each 25 000 calls"
  end

  private

  # Calls ten operations a turn; one runs in a thread of its own, and fails.
  def repeat(turns)
    context = Crypto::SealContext.new(account: "acc_1")
    turns.times do
      key = Crypto::SealingKey.generate
      raise "the key changed" unless Array.new(7) { key.check_value }.uniq.size == 1

      begin
        key.open("no envelope", context)
        raise "the envelope was opened"
      rescue Crypto::OpenError
        key.close
      end
    end
  end

  def resident_kib
    GC.start
    File.read("/proc/self/status")[/VmRSS:\s+(\d+)/, 1].to_i
  rescue Errno::ENOENT
    `ps -o rss= -p #{Process.pid}`.to_i
  end
end

# Without the native library.
class CryptoLibraryTest < LockstepTest
  Crypto = Lockstep::Crypto

  def teardown
    Crypto.library = nil
  end

  def test_every_status_has_an_exception
    kinds = Crypto.const_get(:ERRORS)
    assert_equal (1..16).to_a, kinds.keys
    kinds.each_value { |kind| assert_operator kind, :<, Lockstep::Error }
  end

  def test_a_missing_or_damaged_library_is_told
    Crypto.library = "/nowhere/liblockstep_ffi.so"
    refute_predicate Crypto, :available?
    error = assert_raises(Crypto::LibraryError) { Crypto::ZkHandler.new }
    assert_match "install a gem for your platform", error.message
    Crypto.library = __FILE__
    assert_match "cannot be loaded", assert_raises(Crypto::LibraryError) { Crypto::ZkHandler.new }.message
  end
end
