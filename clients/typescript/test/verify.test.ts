import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ClosedHandleError,
  CryptoError,
  InvalidArgumentError,
  type PostQuantumConfig,
  type Proof,
  Verifier,
} from "../src/crypto/verify.js";
import { absent, bytes, vectors } from "./wasm.js";

const skip = absent("lockstep-verify.wasm");

test("the small module verifies the shared vectors", { skip }, async () => {
  await using verifier = new Verifier();
  const { verificationKeys, proofs } = await vectors<{
    verificationKeys: Record<string, string>;
    proofs: { name: string; proof: Proof; verified: boolean }[];
  }>("proofs");
  assert.ok(proofs.length > 0);
  for (const { name, proof, verified } of proofs) {
    assert.equal(await verifier.verifyProof(proof, verificationKeys[proof.vkDigest]!), verified, name);
  }
  const { signatures } = await vectors<{
    signatures: {
      name: string;
      config: PostQuantumConfig;
      publicKey: string;
      message: string;
      signature: string;
      verified: boolean;
    }[];
  }>("post_quantum");
  assert.ok(signatures.length > 0);
  for (const { name, config, publicKey, message, signature, verified } of signatures) {
    const [text, signed, by] = [message, signature, publicKey].map(bytes) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    assert.equal(await verifier.verifySignature(config, text, signed, by), verified, name);
  }
});

test("it refuses what is not whole, and has no other operation", { skip }, async () => {
  const verifier = new Verifier();
  assert.ok(!(await verifier.start()).some((name) => /generate|sign$|seal/i.test(name)));
  await assert.rejects(verifier.verifyProof({} as Proof, "{}"), InvalidArgumentError);
  await assert.rejects(verifier.call("ZkHandler.new", {}), CryptoError);
  await verifier.close();
  await assert.rejects(verifier.start(), ClosedHandleError);
});
