// Verification alone, with the small module lockstep-verify.wasm. Nothing of it has been audited.

import type { ModuleSource } from "./host.js";
import { callIn, WorkerLibrary, type WorkOptions } from "./library.js";
import type { PostQuantumConfig } from "./post_quantum.js";
import type { Proof } from "./zk.js";

export {
  ClosedHandleError,
  CryptoError,
  InitializationError,
  InternalError,
  InvalidArgumentError,
  PostQuantumError,
  VerificationError,
  ZKError,
} from "./errors.js";
export type { ModuleSource } from "./host.js";
export type { WorkOptions } from "./library.js";
export type { PostQuantumConfig } from "./post_quantum.js";
export type { Proof } from "./zk.js";

/** Verifies proofs and signatures in a worker, which starts with the first call. */
export class Verifier extends WorkerLibrary {
  /** The module is that of this package, unless the options name another one. */
  constructor(options: { module?: ModuleSource } = {}) {
    super(options.module ?? new URL("./lockstep-verify.wasm", import.meta.url));
  }

  /** Verifies a proof with a key that the caller trusts. Its digest must be the proof's `vkDigest`. */
  async verifyProof(proof: Proof, verificationKey: string, options?: WorkOptions): Promise<boolean> {
    return (await this.call("Proof.verify", { proof, verificationKey }, options))["verified"] as boolean;
  }

  /** Tells whether a signature is of this message and key. */
  async verifySignature(
    config: PostQuantumConfig,
    message: Uint8Array,
    signature: Uint8Array,
    publicKey: Uint8Array,
    options?: WorkOptions,
  ): Promise<boolean> {
    const { session, handle } = await this.create("PostQuantumScheme.new", {}, options);
    try {
      await callIn(session, "PostQuantumScheme.initialize", { handle, config }, options);
      const fields = { handle, message, signature, publicKey };
      return (await callIn(session, "PostQuantumScheme.verify", fields, options))["verified"] as boolean;
    } finally {
      await callIn(session, "close", { handle }).catch(() => {}); // The session may be over.
    }
  }
}
