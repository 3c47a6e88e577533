# frozen_string_literal: true

require "test_helper"

# Values that the libraries of all languages make for one another: `cargo xtask clients` names the folder of their files.
class ExchangeTest < LockstepTest
  Crypto = Lockstep::Crypto
  FOLDER = ENV.fetch("LOCKSTEP_EXCHANGE", nil)
  MESSAGE = "61 bpm"

  def test_values_of_every_language_are_accepted
    skip "no native library: LOCKSTEP_FFI_LIBRARY does not name it" unless Crypto.available?
    skip "LOCKSTEP_EXCHANGE names no folder" unless FOLDER
    File.write(File.join(FOLDER, "ruby.json"), JSON.generate(values))
    Dir[File.join(FOLDER, "*.json")].each { |file| accept(JSON.parse(File.read(file)), file) }
  end

  private

  def context
    Crypto::SealContext.new(account: "acc_1", row: "r")
  end

  def scheme(name, &block)
    Crypto::PostQuantumScheme.open(scheme: name, security_level: 3, &block)
  end

  # Makes a value of each kind. `clients/vectors/README.md` describes them.
  def values
    bytes = sealed.merge(encapsulated, signed, encrypted)
    bytes.transform_values { |value| [value].pack("m0") }.merge(proved)
  end

  def sealed
    name = Crypto::KeyName.new(id: "key_0024h36h2ncsvrh6daqf6dvvqz", version: 1)
    key = Crypto::SealingKey.generate
    pair = Crypto::SealingKeyPair.generate
    {
      key: key.export, envelope: key.seal(MESSAGE, name, context), privateKey: pair.export,
      sealed: Crypto::SealingKeyPair.seal_to(pair.public_key, MESSAGE, name, context)
    }
  end

  def encapsulated
    scheme("kyber") do |kem|
      pair = kem.generate_key_pair
      sent = kem.encapsulate(pair.public_key)
      { kemPrivateKey: pair.private_key, ciphertext: sent.ciphertext, sharedSecret: sent.shared_secret }
    end
  end

  def signed
    scheme("dilithium") do |signer|
      pair = signer.generate_key_pair
      { publicKey: pair.public_key, signature: signer.sign(MESSAGE, pair.private_key) }
    end
  end

  def encrypted
    secret = Crypto::FheSecretKey.generate
    { fheSecretKey: secret.export, series: secret.encrypt([1, 2, 3]).series }
  end

  def proved
    Crypto::ZkHandler.open do |zk|
      proof = zk.generate_range_proof(61, min: 40, max: 200)
      { proof: proof.to_h, verificationKey: zk.verification_key(proof.vk_digest) }
    end
  end

  def accept(given, file)
    raw = ->(field) { given.fetch(field).unpack1("m0") }
    assert_equal MESSAGE, Crypto::SealingKey.import(raw["key"]).open(raw["envelope"], context), file
    assert_equal MESSAGE, Crypto::SealingKeyPair.import(raw["privateKey"]).open(raw["sealed"], context), file
    scheme("kyber") do |kem|
      assert_equal raw["sharedSecret"], kem.decapsulate(raw["ciphertext"], raw["kemPrivateKey"]), file
    end
    scheme("dilithium") { |signer| assert signer.verify(MESSAGE, raw["signature"], raw["publicKey"]), file }
    assert_equal [1, 2, 3], Crypto::FheSecretKey.import(raw["fheSecretKey"]).decrypt(raw["series"]).values, file
    assert Crypto::Proof.from_h(given["proof"]).verify(given["verificationKey"]), file
  end
end
