// Verification of signed documents alone, with the small module lockstep-documents.wasm. Nothing of it has been audited.

import type { ModuleSource } from "./host.js";
import { WorkerLibrary, type WorkOptions } from "./library.js";
import { type DocumentExpectations, type DocumentVerification, verifyWith } from "./verification.js";

export { ClosedHandleError, CryptoError, DocumentError, InternalError } from "./errors.js";
export type { ModuleSource } from "./host.js";
export type { WorkOptions } from "./library.js";
export type { DocumentExpectations, DocumentVerification } from "./verification.js";

/** Verifies documents in a worker, which starts with the first call. */
export class DocumentVerifier extends WorkerLibrary {
  /** The module is that of this package, unless the options name another one. */
  constructor(options: { module?: ModuleSource } = {}) {
    super(options.module ?? new URL("./lockstep-documents.wasm", import.meta.url));
  }

  /**
   * Verifies a document that a server signed, without a network: a claim, a receipt, a certificate, or any other.
   *
   * The document is its JSON: text, or the bytes of a file.
   */
  verifyDocument(
    document: string | Uint8Array,
    expected: DocumentExpectations = {},
    options?: WorkOptions,
  ): Promise<DocumentVerification> {
    return verifyWith(this, document, expected, options);
  }
}
