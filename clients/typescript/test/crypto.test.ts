import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { inspect, promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { KINDS } from "../src/crypto/errors.js";
import {
  Circuit,
  CircuitOptimizer,
  ClosedHandleError,
  CryptoError,
  CryptoLibrary,
  InitializationError,
  InternalError,
  InvalidArgumentError,
  OptimizationError,
  PostQuantumError,
  PostQuantumScheme,
  ProofGenerationError,
  SealingKey,
  sharedLibrary,
  verifyProof,
  ZKError,
  ZkHandler,
  ZkVirtualMachine,
} from "../src/crypto/index.js";
import { Instance } from "../src/crypto/instance.js";
import { callIn } from "../src/crypto/library.js";
import { LockstepError } from "../src/index.js";
import { absent, bytes } from "./wasm.js";

const skip = absent("lockstep.wasm");
const MODULE = new URL("../src/crypto/lockstep.wasm", import.meta.url);
/** A module without imports and exports. */
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
/** A module with all exports, whose `lockstep_call` traps. */
const TRAPPING_MODULE =
  "AGFzbQEAAAABIgZgAAF/YAF/AX9gAn9/AGAAAX5gAX4Bf2AGf39/f35/AX8DBwYAAQIDBAUFAwEAAQeLAQcGbWVtb3J5AgAU" +
  "bG9ja3N0ZXBfYWJpX3ZlcnNpb24AAA5sb2Nrc3RlcF9hbGxvYwABDWxvY2tzdGVwX2ZyZWUAAhlsb2Nrc3RlcF9jYW5jZWxs" +
  "YXRpb25fbmV3AAMabG9ja3N0ZXBfY2FuY2VsbGF0aW9uX2ZyZWUABA1sb2Nrc3RlcF9jYWxsAAUKHAYEAEEBCwQAQRALAgAL" +
  "BABCAQsEAEEACwMAAAs=";
/** A frame of `{}`. */
const EMPTY_REQUEST = new Uint8Array([2, 0, 0, 0, 123, 125]);
after(() => sharedLibrary.close());

async function scheme(library?: CryptoLibrary): Promise<PostQuantumScheme> {
  const made = new PostQuantumScheme(library);
  await made.initialize({ scheme: "kyber", securityLevel: 3 });
  return made;
}

async function handler(library?: CryptoLibrary): Promise<ZkHandler> {
  const made = new ZkHandler(library);
  await made.initialize();
  return made;
}

test("every kind of error has a class", () => {
  for (const [status, kind] of KINDS) {
    const error = new kind("text");
    assert.ok(error instanceof CryptoError && error instanceof LockstepError);
    assert.equal(error instanceof ZKError, status <= 7);
    assert.equal(error.name, kind.name);
  }
});

test("statements about hidden values are proved", { skip }, async () => {
  await using zk = await handler();
  for (const proof of [
    await zk.generateRangeProof(61, { min: 40, max: 200 }),
    await zk.generateEqualityProof(7, 7),
    await zk.generateMembershipProof(3, [1, 2, 3]),
  ]) {
    const key = await zk.verificationKey(proof.vkDigest);
    assert.ok(await zk.verifyProof(proof), proof.circuit);
    assert.ok(await verifyProof(JSON.parse(JSON.stringify(proof)), key), proof.circuit);
    const changed = { ...proof, publicSignals: ["1", ...proof.publicSignals.slice(1)] };
    assert.equal(await verifyProof(changed, key), false, proof.circuit);
  }
  const outside = zk.generateRangeProof(30, { min: 40, max: 200 });
  await assert.rejects(outside, ProofGenerationError);
  await zk.cleanup();
  await assert.rejects(zk.generateEqualityProof(7, 7), ZKError);
});

test("circuits are optimized, executed and proved", { skip }, async () => {
  await using circuit = await Circuit.named("range:64");
  await using optimizer = new CircuitOptimizer();
  await using optimized = await optimizer.optimize(circuit);
  assert.ok(circuit.cost.rows > 0 && optimized.cost.rows <= circuit.cost.rows);
  await assert.rejects(optimizer.initializeGPU(), OptimizationError);
  const square = { a: [[1, "1"]], b: [[1, "1"]], c: [[2, "1"]] } as const;
  assert.equal((await optimizer.processConstraints([square, square])).length, 1);
  assert.equal(new TextDecoder().decode((await circuit.toR1cs()).slice(0, 4)), "r1cs");
  await using zk = await handler();
  const keys = await zk.generateKeys(circuit);
  assert.ok(keys.assurance && keys.vkDigest);
  assert.equal(new TextDecoder().decode((await keys.provingKey.toZkey())!.slice(0, 4)), "zkey");
  await using machine = new ZkVirtualMachine();
  await machine.initialize({ memoryLimit: 1 << 20 });
  await assert.rejects(machine.executeCircuit(circuit, { none: 1 }), CryptoError);
  assert.equal(typeof machine.getMemoryState().bytes, "number");
});

test("a circuit is executed and proved with inputs", { skip }, async () => {
  const hidden = { value: 2n ** 63n + 52n, blinding: 1234 };
  const shown = { scale: 0, statement: 0 };
  await using circuit = await Circuit.named("commitment");
  await using machine = new ZkVirtualMachine();
  await machine.initialize();
  const done = await machine.executeCircuit(circuit, { ...hidden, ...shown });
  assert.equal(done.witness[1], done.publicSignals[0]);
  assert.deepEqual(done.memory, machine.getMemoryState());
  assert.ok(!inspect(done, { depth: 9 }).includes(String(hidden.value)));
  await using zk = await handler();
  const proof = await zk.generateProof(circuit, hidden, shown);
  assert.deepEqual(proof.publicSignals.map(BigInt), done.publicSignals);
  assert.ok(await zk.verifyProof(proof));
});

test("wrong arguments are refused", { skip }, async () => {
  await using kem = await scheme();
  await using zk = await handler();
  const wrong = (value: unknown) => value as never;
  for (const call of [
    () => kem.encapsulate(wrong("text")),
    () => kem.encapsulate(wrong({ $part: 7 })),
    () => kem.encapsulate(wrong(undefined)),
    () => kem.encapsulate(wrong(1n)),
    () => kem.sign(wrong(1), wrong(2)),
    () => zk.generateProof(wrong(kem), {}, {}),
    () => zk.generateProof(wrong(null), {}, {}),
    () => zk.generateRangeProof(Number.NaN, { min: 0, max: 1 }),
    () => zk.generateRangeProof(1, { min: 0, max: wrong("1") }),
    () => zk.generateMembershipProof(1, [1, wrong("2")]),
    () => kem.initialize(wrong({ scheme: "kyber", securityLevel: 3, more: 1 })),
  ]) {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof InvalidArgumentError || error instanceof InitializationError, String(error));
      return true;
    });
  }
  await assert.rejects(kem.encapsulate(new Uint8Array(5)), PostQuantumError);
  await using bare = new PostQuantumScheme();
  await assert.rejects(bare.generateKeyPair(), InitializationError);
  await using other = new CryptoLibrary();
  const foreign = await Circuit.named("range:64", { library: other });
  await assert.rejects(zk.generateKeys(foreign), ClosedHandleError);
});

test("closed objects and libraries are refused", { skip }, async () => {
  const library = new CryptoLibrary();
  const closed = await scheme(library);
  await closed.close();
  await closed.close();
  await assert.rejects(closed.generateKeyPair(), ClosedHandleError);
  const kem = await scheme(library);
  const last = kem.generateKeyPair();
  await library.close();
  await library.close();
  assert.equal((await last).publicKey.length, 1184);
  await assert.rejects(kem.generateKeyPair(), ClosedHandleError);
  await assert.rejects(new PostQuantumScheme(library).generateKeyPair(), ClosedHandleError);
  await kem.close();
});

test("calls at the same time are all answered while the object is closed", { skip }, async () => {
  const kem = await scheme();
  const calls = Array.from({ length: 20 }, () => kem.generateKeyPair());
  const closing = kem.close();
  const late = assert.rejects(kem.generateKeyPair(), ClosedHandleError);
  for (const { publicKey } of await Promise.all(calls)) {
    assert.equal(publicKey.length, 1184);
  }
  await closing;
  await late;
});

test("a signal cancels the call that runs, and one that waits", { skip }, async () => {
  await using library = new CryptoLibrary();
  const [zk, kem] = [await handler(library), await scheme(library)];
  const circuit = await Circuit.named("range:64", { library });
  const stop = new AbortController();
  const { signal } = stop;
  const isReason = (error: unknown) => error === signal.reason;
  const running = assert.rejects(zk.generateKeys(circuit, { signal }), isReason);
  await setImmediate(); // Now the worker has the call.
  const waiting = assert.rejects(kem.generateKeyPair({ signal }), isReason);
  const next = kem.generateKeyPair();
  await setImmediate();
  stop.abort(new Error("enough"));
  await Promise.all([running, waiting]);
  await assert.rejects(kem.generateKeyPair({ signal }), isReason);
  assert.equal((await next).publicKey.length, 1184);
  assert.ok(await zk.generateKeys(circuit), "the objects outlive a cancelled call");
});

test("where threads share no memory, a cancelled call ends the worker", { skip }, async (context) => {
  const shared = globalThis.SharedArrayBuffer;
  context.after(() => Object.assign(globalThis, { SharedArrayBuffer: shared }));
  Object.assign(globalThis, { SharedArrayBuffer: undefined });
  await using library = new CryptoLibrary();
  const zk = await handler(library);
  const circuit = await Circuit.named("range:64", { library });
  const stop = new AbortController();
  const working = zk.generateKeys(circuit, { signal: stop.signal });
  const waiting = zk.generateKeys(circuit);
  const ended = [assert.rejects(working, { name: "AbortError" }), assert.rejects(waiting, ClosedHandleError)];
  await setImmediate();
  stop.abort();
  await Promise.all(ended);
  await assert.rejects(zk.generateKeys(circuit), ClosedHandleError);
  await zk.close();
  assert.equal((await (await scheme(library)).generateKeyPair()).publicKey.length, 1184);
});

test("a module that fails ends its worker, and a new one starts", { skip }, async () => {
  const trapping = new CryptoLibrary({ module: bytes(TRAPPING_MODULE) });
  const calls = [trapping.start(), trapping.start()];
  await assert.rejects(calls[0]!, InternalError);
  await assert.rejects(calls[1]!, ClosedHandleError);
  await assert.rejects(trapping.start(), InternalError);
  for (const module of [new Uint8Array([1, 2, 3]), EMPTY_MODULE]) {
    const broken = new CryptoLibrary({ module });
    await assert.rejects(broken.start(), /cannot be started/);
    await assert.rejects(new ZkHandler(broken).initialize(), CryptoError);
  }
});

test("nothing shows secrets", { skip }, async () => {
  await using kem = await scheme();
  const pair = await kem.generateKeyPair();
  const sent = await kem.encapsulate(pair.publicKey);
  await using zk = await handler();
  const proof = await zk.generateRangeProof(61, { min: 40, max: 200 });
  const opening = (await zk.opening(proof))!;
  await using key = await SealingKey.generate();
  const hidden = [
    inspect(pair.privateKey).slice(20, 60),
    inspect(sent.sharedSecret).slice(20, 60),
    opening.blindings[0]!,
    String([...pair.privateKey.slice(0, 9)]),
  ];
  for (const value of [pair, sent, opening, key, zk]) {
    const texts = [inspect(value, { depth: 9, maxArrayLength: null }), JSON.stringify(value), String(value)];
    for (const secret of hidden) {
      assert.ok(!texts.some((text) => text.includes(secret)), value.constructor.name);
    }
  }
  pair.wipe();
  assert.ok(pair.privateKey.every((byte) => byte === 0));
});

test("an object that nothing refers to is closed", { skip }, async () => {
  const { session, handle } = await (await scheme()).reference();
  const config = { scheme: "kyber", securityLevel: 3 };
  const isClosed = () =>
    callIn(session, "PostQuantumScheme.initialize", { handle, config }).then(
      () => false,
      (error) => error instanceof ClosedHandleError,
    );
  assert.equal(await isClosed(), false);
  // The time limit of the tests ends it otherwise.
  while (!(await isClosed())) {
    memory();
    await setImmediate();
  }
});

test("a process ends although its library is open", { skip }, async () => {
  const url = new URL("../src/crypto/index.js", import.meta.url).href;
  const program = `import { PostQuantumScheme } from ${JSON.stringify(url)};
    const kem = new PostQuantumScheme();
    await kem.initialize({ scheme: "kyber", securityLevel: 3 });
    console.log((await kem.generateKeyPair()).publicKey.length);`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
  assert.equal(stdout, "1184\n");
});

/** Returns the bytes of live objects in this thread, and those of the process. */
function memory(): { live: number; resident: number } {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { live: heapUsed + external, resident: rss };
}

test("102 000 calls keep no memory", { skip }, async () => {
  await using library = new CryptoLibrary();
  const repeat = async (objects: number) => {
    for (let nth = 0; nth < objects; nth += 1) {
      await using one = new PostQuantumScheme(library);
      await assert.rejects(one.generateKeyPair(), InitializationError);
    }
  };
  await repeat(2000);
  const before = memory();
  await repeat(34_000);
  const now = memory();
  assert.ok(now.live < before.live + (1 << 20), `${before.live} live bytes became ${now.live}`);
  // V8 keeps freed memory for later, up to some size.
  assert.ok(now.resident < before.resident + (64 << 20), `${before.resident} bytes became ${now.resident}`);
});

test("100 000 calls leave the memory of the module as it was", { skip }, async () => {
  const instance = new Instance(await WebAssembly.compile(await readFile(MODULE)));
  const repeat = (calls: number) => {
    for (let nth = 0; nth < calls; nth += 1) {
      assert.equal(instance.call("library", EMPTY_REQUEST.slice(), () => false).status, 0);
    }
  };
  repeat(1000);
  const before = instance.memorySize;
  repeat(100_000);
  assert.equal(instance.memorySize, before);
});
