# frozen_string_literal: true

require "test_helper"

# The vectors that all client libraries share, and new values of the same kinds.
class VectorsTest < LockstepTest
  Crypto = Lockstep::Crypto
  Native = Crypto.const_get(:Native)
  FOLDER = File.expand_path("../../vectors", __dir__)

  def setup
    skip "no native library: LOCKSTEP_FFI_LIBRARY does not name it" unless Crypto.available?
  end

  def content(file)
    JSON.parse(File.read(File.join(FOLDER, file)))
  end

  def cases(file, name)
    found = content(file).fetch(name)
    refute_empty found
    found.each { |one| yield one, one["name"] }
  end

  def raw(text)
    text.unpack1("m0")
  end

  def scheme(config, &block)
    Crypto::PostQuantumScheme.open(
      scheme: config["scheme"], security_level: config["securityLevel"], params: config["params"], &block
    )
  end

  def test_key_encapsulation
    cases("post_quantum.json", "keyEncapsulation") do |one, name|
      scheme(one["config"]) do |kem|
        private_key = raw(one["privateKey"])
        assert_equal raw(one["sharedSecret"]), kem.decapsulate(raw(one["ciphertext"]), private_key), name
        sent = kem.encapsulate(raw(one["publicKey"]))
        assert_equal sent.shared_secret, kem.decapsulate(sent.ciphertext, private_key), name
      end
    end
  end

  def test_signatures
    cases("post_quantum.json", "signatures") do |one, name|
      scheme(one["config"]) do |signer|
        message, signature, public_key = %w[message signature publicKey].map { |field| raw(one[field]) }
        assert_equal one["verified"], signer.verify(message, signature, public_key), name
        signed = signer.sign(message, raw(one["privateKey"]))
        assert signer.verify(message, signed, public_key), name
        assert_equal signature, signed, name if one["verified"] && one["config"].dig("params", "deterministic")
      end
    end
  end

  def test_proofs
    keys = content("proofs.json")["verificationKeys"]
    cases("proofs.json", "proofs") do |one, name|
      proof = Crypto::Proof.from_h(one["proof"])
      assert_equal one["verified"], proof.verify(keys[proof.vk_digest]), name
    end
  end

  def test_documents
    documents, chains = content("documents.json").values_at("documents", "chains")
    cases("documents.json", "cases") do |one, name|
      expected = {
        attester: one["attester"], public_key: one["publicKey"], audience: one["audience"],
        chain: one["chain"] && raw(chains[one["chain"]]), nonce: one["nonce"] && raw(one["nonce"]),
        now: one["now"] ? Time.iso8601(one["now"]) : Time.now
      }
      found = Crypto.verify_document(raw(documents[one["document"]]), **expected)
      assert_equal one["answer"], found.to_h, name
    end
    assert_raises(Crypto::DocumentError) { Crypto.verify_document("{}", attester: "ab") }
  end

  def test_envelopes
    cases("envelopes.json", "sharedKeys") do |one, name|
      Crypto::SealingKey.import(raw(one["key"]), cipher: one["cipher"]).use do |key|
        assert_equal raw(one["checkValue"]), key.check_value, name
        opens(one, key)
      end
    end
    cases("envelopes.json", "keyPairs") do |one, name|
      Crypto::SealingKeyPair.import(raw(one["privateKey"]), kem: one["kem"]).use do |pair|
        assert_equal raw(one["publicKey"]), pair.public_key, name
        opens(one, pair)
      end
    end
  end

  def opens(one, key)
    envelope = raw(one["envelope"])
    context = Crypto::SealContext.from_h(one["context"])
    unless one.key?("plaintext")
      assert_raises(Crypto::OpenError, one["name"]) { key.open(envelope, context) }
      return
    end
    assert_equal raw(one["plaintext"]), key.open(envelope, context), one["name"]
    parsed = Crypto::Envelope.parse(envelope)
    assert_equal one.values_at("mode", "suite", "origin"), [parsed.mode, parsed.suite, parsed.origin]
    assert_equal Crypto::KeyName.from_h(one["keyName"]), parsed.key_name
    assert_equal raw(one["extension"]), parsed.extension
  end

  def test_homomorphic_ciphertexts
    file = content("homomorphic.json")
    Crypto::FheSecretKey.import(raw(file["secretKey"])).use do |key|
      assert_equal file["set"], key.set
      cases("homomorphic.json", "ciphertexts") do |one, name|
        found = key.decrypt(raw(one["ciphertext"]))
        plain = one["plain"]
        if found.is_a?(Crypto::DecryptedSeries)
          assert_equal [plain["values"], plain["integers"].map(&:to_i)], [found.values, found.integers], name
        else
          assert_equal [plain["value"], plain["numerator"].to_i], [found.value, found.numerator], name
        end
        assert_equal [plain["decimals"], plain["keyId"]], [found.decimals, found.key_id], name
      end
    end
  end

  def test_refusals
    cases("refusals.json", "refusals") do |one, name|
      request = one["request"]
      handle = request["handle"]
      request["handle"] = Native.call("#{handle.delete_prefix('$')}.new")["handle"] if handle.is_a?(String)
      fields = with_parts(request, one["parts"].map { |part| raw(part) }).transform_keys(&:to_sym)
      error = assert_raises(Lockstep::Error, name) { Native.call(one["operation"], **fields) }
      assert_instance_of Crypto.const_get(:ERRORS)[one["status"]], error, name
      assert error.message.start_with?(one["kind"]), name
    end
  end

  # Replaces the numbers of byte strings by the byte strings.
  def with_parts(value, parts)
    case value
    when Hash
      at = value["$part"]
      return Native.bytes(parts[at]) if value.size == 1 && at.is_a?(Integer) && at < parts.size

      value.transform_values { |one| with_parts(one, parts) }
    when Array then value.map { |one| with_parts(one, parts) }
    else value
    end
  end

  def test_new_envelopes_are_opened
    context = Crypto::SealContext.new(account: "acc_1", row: "r")
    name = Crypto::KeyName.new(id: "key_0024h36h2ncsvrh6daqf6dvvqz", version: 2)
    key = Crypto::SealingKey.generate
    other = Crypto::SealingKey.generate
    envelope = key.seal("61 bpm", name, context, extension: "e")
    assert_equal "61 bpm", Crypto::SealingKey.import(key.export).open(envelope, context)
    assert_equal [name, "e"], [Crypto::Envelope.parse(envelope).key_name, Crypto::Envelope.parse(envelope).extension]
    [context.with(account: "acc_2"), context.with(row: "")].each do |wrong|
      assert_raises(Crypto::OpenError) { key.open(envelope, wrong) }
    end
    assert_raises(Crypto::OpenError) { other.open(envelope, context) }
    wrapped = key.wrap(other, name, account: "acc_1", row: "r")
    assert_equal other.check_value, key.unwrap(wrapped, account: "acc_1", row: "r").check_value
    assert_equal key.derive("one").check_value, key.derive("one").check_value
    refute_equal key.check_value, key.derive("one").check_value
    pair = Crypto::SealingKeyPair.generate
    envelope = Crypto::SealingKeyPair.seal_to(pair.public_key, "61 bpm", name, context)
    assert_equal "61 bpm", Crypto::SealingKeyPair.import(pair.export).open(envelope, context)
  end

  def test_new_ciphertexts_are_computed_on_and_decrypted
    key = Crypto::FheSecretKey.generate(set: "bfv-128")
    one = key.encrypt([1, 2, 3])
    other = Crypto::Fhe.encrypt(key.public_key, [10, 20, 30])
    keys = key.evaluation_keys
    added = key.decrypt(Crypto::Fhe.compute(keys, "add", [one.series, other.series]))
    assert_equal [11, 22, 33], added.values
    total = key.decrypt(Crypto::Fhe.compute(keys, "sum", [one.series]))
    assert_instance_of Crypto::DecryptedReduction, total
    assert_equal 6, total.value
    assert_raises(Crypto::HomomorphicError) { key.decrypt(one.series[0..-2]) }
  end
end
