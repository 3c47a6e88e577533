// Runs a WebAssembly module of lockstep-ffi in Node: `node wasm.mjs MODULE VECTORS`. `cargo xtask wasm` calls it. The class
// is all that a host needs.

import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";
import assert from "node:assert/strict";

class Lockstep {
  #cancelled = new Set();

  constructor(bytes) {
    const imports = {
      entropy: (pointer, length) => {
        webcrypto.getRandomValues(new Uint8Array(this.exports.memory.buffer, pointer >>> 0, length));
        return 0;
      },
      is_cancelled: (token) => (this.#cancelled.has(token) ? 1 : 0),
    };
    const module = new WebAssembly.Module(bytes);
    this.exports = new WebAssembly.Instance(module, { lockstep: imports }).exports;
    assert.equal(this.exports.lockstep_abi_version(), 1);
  }

  call(operation, fields = {}, token = 0n) {
    const parts = [];
    const json = JSON.stringify(fields, (_, value) =>
      value instanceof Uint8Array ? { $part: parts.push(value) - 1 } : value,
    );
    const [status, answer] = this.#cross(new TextEncoder().encode(operation), frame(json, parts), token);
    if (status !== 0) {
      throw Object.assign(new Error(new TextDecoder().decode(answer)), { status });
    }
    return unframed(answer);
  }

  cancellation() {
    return this.exports.lockstep_cancellation_new();
  }

  cancel(token) {
    this.#cancelled.add(token);
  }

  #cross(operation, request, token) {
    const { memory, lockstep_alloc, lockstep_call, lockstep_free } = this.exports;
    const written = [operation, request, new Uint8Array(8)].map((bytes) => {
      const pointer = lockstep_alloc(bytes.length) >>> 0;
      assert.notEqual(pointer, 0);
      new Uint8Array(memory.buffer, pointer, bytes.length).set(bytes);
      return [pointer, bytes.length];
    });
    const [name, sent, [out]] = written;
    const status = lockstep_call(...name, ...sent, token, out);
    // The memory may have grown, which detaches earlier views of it.
    const view = new DataView(memory.buffer);
    const [data, length] = [view.getUint32(out, true), view.getUint32(out + 4, true)];
    const answer = new Uint8Array(memory.buffer, data, length).slice();
    lockstep_free(data, length);
    written.forEach((one) => lockstep_free(...one));
    return [status, answer];
  }
}

function frame(json, parts) {
  const all = [new TextEncoder().encode(json), ...parts];
  const bytes = new Uint8Array(all.reduce((length, part) => length + 4 + part.length, 0));
  let at = 0;
  for (const part of all) {
    new DataView(bytes.buffer).setUint32(at, part.length, true);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return bytes;
}

function unframed(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; ) {
    const length = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0, true);
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  const [json, ...rest] = parts;
  return JSON.parse(new TextDecoder().decode(json), (_, value) => (value?.$part === undefined ? value : rest[value.$part]));
}

const [path, vectors] = process.argv.slice(2);
const library = new Lockstep(readFileSync(path));
const file = (name) => JSON.parse(readFileSync(`${vectors}/${name}.json`, "utf8"));
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const names = library.call("library").operations;
const isFull = names.includes("ZkHandler.new");
const started = performance.now();

if (names.includes("Proof.verify")) {
  verifies();
}
if (names.includes("Document.verify")) {
  judges();
}
if (isFull) {
  proves();
  opens();
}
console.log(`${path}: ${names.length} operations, checked in ${Math.round(performance.now() - started)} ms`);

function verifies() {
  const { verificationKeys, proofs } = file("proofs");
  for (const { name, proof, verified } of proofs) {
    const answer = library.call("Proof.verify", { proof, verificationKey: verificationKeys[proof.vkDigest] });
    assert.equal(answer.verified, verified, name);
  }
  for (const { name, config, message, signature, publicKey, verified } of file("post_quantum").signatures) {
    const { handle } = library.call("PostQuantumScheme.new");
    library.call("PostQuantumScheme.initialize", { handle, config });
    const [signed, by] = [bytes(signature), bytes(publicKey)];
    const answer = library.call("PostQuantumScheme.verify", { handle, message: bytes(message), signature: signed, publicKey: by });
    assert.equal(answer.verified, verified, name);
    library.call("close", { handle });
  }
  assert.throws(() => library.call("close", { handle: 999 }), { status: 9 });
}

function proves() {
  const { handle } = library.call("ZkHandler.new");
  library.call("ZkHandler.initialize", { handle });
  const range = { handle, value: 52, range: { min: 40, max: 60 } };
  const before = performance.now();
  const { proof } = library.call("ZkHandler.generateRangeProof", range);
  console.log(`a range proof with its keys: ${Math.round(performance.now() - before)} ms`);
  assert.equal(library.call("ZkHandler.verifyProof", { handle, proof }).verified, true);
  const token = library.cancellation();
  library.cancel(token);
  assert.throws(() => library.call("ZkHandler.generateRangeProof", range, token), { status: 10 });
}

function opens() {
  for (const { name, cipher, key, context, envelope, plaintext } of file("envelopes").sharedKeys) {
    const { handle } = library.call("SealingKey.import", { cipher, key: bytes(key) });
    const open = () => library.call("SealingKey.open", { handle, context, envelope: bytes(envelope) });
    if (plaintext === undefined) {
      assert.throws(open, { status: 12 }, name);
    } else {
      assert.deepEqual(open().plaintext, bytes(plaintext), name);
    }
  }
  for (const { name, config, privateKey, ciphertext, sharedSecret } of file("post_quantum").keyEncapsulation) {
    const { handle } = library.call("PostQuantumScheme.new");
    library.call("PostQuantumScheme.initialize", { handle, config });
    const fields = { handle, ciphertext: bytes(ciphertext), privateKey: bytes(privateKey) };
    assert.deepEqual(library.call("PostQuantumScheme.decapsulate", fields).sharedSecret, bytes(sharedSecret), name);
  }
  const { secretKey, ciphertexts } = file("homomorphic");
  const { handle } = library.call("FheSecretKey.import", { secretKey: bytes(secretKey) });
  for (const { name, ciphertext, plain } of ciphertexts) {
    assert.deepEqual(library.call("FheSecretKey.decrypt", { handle, ciphertext: bytes(ciphertext) }), plain, name);
  }
}

function judges() {
  const { cases, documents, chains } = file("documents");
  let milliseconds;
  for (const { name, answer, document, chain, ...expected } of cases) {
    const fields = { ...expected, document: bytes(documents[document]), chain: chain && bytes(chains[chain]) };
    const before = performance.now();
    assert.deepEqual(library.call("Document.verify", fields), answer, name);
    milliseconds = name === "a claim" ? performance.now() - before : milliseconds;
  }
  console.log(`the first claim: ${Math.round(milliseconds)} ms`);
}
