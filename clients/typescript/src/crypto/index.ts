// Cryptography at the client: zero knowledge, post-quantum keys, envelopes, homomorphic encryption.
// Nothing of it has been audited.

export {
  Circuit,
  CircuitOptimizer,
  type Constraint,
  type Cost,
  Execution,
  type Inputs,
  type MemoryState,
  type Term,
  type VMConfig,
  type Whole,
  ZkVirtualMachine,
} from "./circuits.js";
export { verifyDocument } from "./documents.js";
export {
  CancelledError,
  ClosedHandleError,
  CryptoError,
  DocumentError,
  EntropyError,
  HomomorphicError,
  InitializationError,
  InternalError,
  InvalidArgumentError,
  OpenError,
  OptimizationError,
  PostQuantumError,
  ProofGenerationError,
  SealError,
  VerificationError,
  VMError,
  ZKError,
} from "./errors.js";
export {
  type Ciphertext,
  compute,
  type DecryptedReduction,
  type DecryptedSeries,
  type EncryptOptions,
  type EvaluationKeyOptions,
  encryptFor,
  type FheOperation,
  FheSecretKey,
  type Scale,
} from "./fhe.js";
export type { ModuleSource } from "./host.js";
export type { LibraryObject, WorkOptions } from "./library.js";
export { Encapsulation, KeyPair, type PostQuantumConfig, PostQuantumScheme } from "./post_quantum.js";
export {
  type Cipher,
  type Envelope,
  type Kem,
  type KeyName,
  type Mode,
  parseEnvelope,
  type SealContext,
  SealingKey,
  SealingKeyPair,
  type SealOptions,
  sealTo,
  type WrapContext,
} from "./sealing.js";
export { type CreateOptions, CryptoLibrary, type LibraryOptions, sharedLibrary } from "./shared.js";
export type { DocumentExpectations, DocumentVerification } from "./verification.js";
export {
  type CircuitKeys,
  type Curve,
  Opening,
  type OptimizationLevel,
  type Proof,
  ProvingKey,
  type Scheme,
  verifyProof,
  type ZkConfig,
  ZkHandler,
} from "./zk.js";
