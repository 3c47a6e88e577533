import { LockstepError } from "../errors.js";

/** The base of the errors of `@lockstep/client/crypto` and `@lockstep/client/verify`. */
export class CryptoError extends LockstepError {
  override readonly name: string = "CryptoError";
}

/** The base of the zero-knowledge and post-quantum errors. Thrown itself, for example, for a call after `cleanup`. */
export class ZKError extends CryptoError {
  override readonly name: string = "ZKError";
}

/** The configuration is invalid, or `initialize` was not called. */
export class InitializationError extends ZKError {
  override readonly name = "InitializationError";
}

/** No proof can be made, for example of a false statement. */
export class ProofGenerationError extends ZKError {
  override readonly name = "ProofGenerationError";
}

/** A proof cannot be checked. An invalid proof is not an error. */
export class VerificationError extends ZKError {
  override readonly name = "VerificationError";
}

/** A circuit cannot be optimized, or a GPU was requested. */
export class OptimizationError extends ZKError {
  override readonly name = "OptimizationError";
}

/** A key, ciphertext or method does not fit the scheme. */
export class PostQuantumError extends ZKError {
  override readonly name = "PostQuantumError";
}

/** The virtual machine stopped: the text names the limit, the assertion or the row. */
export class VMError extends ZKError {
  override readonly name = "VMError";
}

/** An argument has the wrong type or form. */
export class InvalidArgumentError extends CryptoError {
  override readonly name = "InvalidArgumentError";
}

/** The object was closed, or is of another kind or library. */
export class ClosedHandleError extends CryptoError {
  override readonly name = "ClosedHandleError";
}

/** The call was cancelled. A call with a `signal` throws the signal's reason instead. */
export class CancelledError extends CryptoError {
  override readonly name = "CancelledError";
}

/** A message cannot be sealed. */
export class SealError extends CryptoError {
  override readonly name = "SealError";
}

/** An envelope cannot be opened: the same text for every cause. */
export class OpenError extends CryptoError {
  override readonly name = "OpenError";
}

/** A value, key or ciphertext of BFV is refused. */
export class HomomorphicError extends CryptoError {
  override readonly name = "HomomorphicError";
}

/** A key, chain, nonce or time of a verification cannot be read. A document that does not hold is not an error. */
export class DocumentError extends CryptoError {
  override readonly name = "DocumentError";
}

/** The source of entropy failed. */
export class EntropyError extends CryptoError {
  override readonly name = "EntropyError";
}

/** The library failed, and its objects are closed. Please report it. */
export class InternalError extends CryptoError {
  override readonly name = "InternalError";
}

/** The class of each status of the library. */
export const KINDS: ReadonlyMap<number, new (message: string) => CryptoError> = new Map<
  number,
  new (
    message: string,
  ) => CryptoError
>([
  [1, ZKError],
  [2, InitializationError],
  [3, ProofGenerationError],
  [4, VerificationError],
  [5, OptimizationError],
  [6, PostQuantumError],
  [7, VMError],
  [8, InvalidArgumentError],
  [9, ClosedHandleError],
  [10, CancelledError],
  [11, SealError],
  [12, OpenError],
  [13, HomomorphicError],
  [14, DocumentError],
  [15, EntropyError],
  [16, InternalError],
]);
