// Values that the libraries of all languages make for one another; `cargo xtask clients` names the folder.

import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  FheSecretKey,
  type PostQuantumConfig,
  PostQuantumScheme,
  type Proof,
  SealingKey,
  SealingKeyPair,
  sealTo,
  sharedLibrary,
  verifyProof,
  ZkHandler,
} from "../src/crypto/index.js";
import { absent, bytes } from "./wasm.js";

const FOLDER = process.env["LOCKSTEP_EXCHANGE"] ?? "";
const noFolder = FOLDER ? false : "skipped: LOCKSTEP_EXCHANGE names no folder";
const skip = absent("lockstep.wasm") || noFolder;
const MESSAGE = new TextEncoder().encode("61 bpm");
const CONTEXT = { account: "acc_1", row: "r" };
const NAME = { id: "key_0024h36h2ncsvrh6daqf6dvvqz", version: 1 };
after(() => sharedLibrary.close());

/** Values that one language made: byte strings as base 64. */
interface Values {
  key: string;
  envelope: string;
  privateKey: string;
  sealed: string;
  kemPrivateKey: string;
  ciphertext: string;
  sharedSecret: string;
  publicKey: string;
  signature: string;
  proof: Proof;
  verificationKey: string;
  fheSecretKey: string;
  series: string;
}

function text(value: Uint8Array): string {
  return Buffer.from(value).toString("base64");
}

async function scheme(name: PostQuantumConfig["scheme"]): Promise<PostQuantumScheme> {
  const made = new PostQuantumScheme();
  await made.initialize({ scheme: name, securityLevel: 3 });
  return made;
}

/** Makes a value of each kind. `clients/vectors/README.md` describes them. */
async function newValues(): Promise<Values> {
  await using key = await SealingKey.generate();
  await using pair = await SealingKeyPair.generate();
  await using kem = await scheme("kyber");
  const receiver = await kem.generateKeyPair();
  const sent = await kem.encapsulate(receiver.publicKey);
  await using signer = await scheme("dilithium");
  const author = await signer.generateKeyPair();
  await using zk = new ZkHandler();
  await zk.initialize();
  const proof = await zk.generateRangeProof(61, { min: 40, max: 200 });
  await using secret = await FheSecretKey.generate();
  const { series } = await secret.encrypt([1, 2, 3]);
  return {
    key: text(await key.export()),
    envelope: text(await key.seal(MESSAGE, NAME, CONTEXT)),
    privateKey: text(await pair.export()),
    sealed: text(await sealTo(pair.publicKey, MESSAGE, NAME, CONTEXT)),
    kemPrivateKey: text(receiver.privateKey),
    ciphertext: text(sent.ciphertext),
    sharedSecret: text(sent.sharedSecret),
    publicKey: text(author.publicKey),
    signature: text(await signer.sign(MESSAGE, author.privateKey)),
    proof,
    verificationKey: await zk.verificationKey(proof.vkDigest),
    fheSecretKey: text(await secret.export()),
    series: text(series),
  };
}

async function accept(values: Values, file: string): Promise<void> {
  await using key = await SealingKey.import(bytes(values.key));
  assert.deepEqual(await key.open(bytes(values.envelope), CONTEXT), MESSAGE, file);
  await using pair = await SealingKeyPair.import(bytes(values.privateKey));
  assert.deepEqual(await pair.open(bytes(values.sealed), CONTEXT), MESSAGE, file);
  await using kem = await scheme("kyber");
  const secret = await kem.decapsulate(bytes(values.ciphertext), bytes(values.kemPrivateKey));
  assert.deepEqual(secret, bytes(values.sharedSecret), file);
  await using signer = await scheme("dilithium");
  assert.ok(await signer.verify(MESSAGE, bytes(values.signature), bytes(values.publicKey)), file);
  assert.ok(await verifyProof(values.proof, values.verificationKey), file);
  await using decrypting = await FheSecretKey.import(bytes(values.fheSecretKey));
  const found = await decrypting.decrypt(bytes(values.series));
  assert.deepEqual(found.kind === "series" && found.values, [1, 2, 3], file);
}

test("values of every language are accepted", { skip }, async () => {
  await writeFile(join(FOLDER, "typescript.json"), JSON.stringify(await newValues()));
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".json"));
  for (const file of files) {
    await accept(JSON.parse(await readFile(join(FOLDER, file), "utf8")), file);
  }
});
