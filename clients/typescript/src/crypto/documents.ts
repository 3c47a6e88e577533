import { type CreateOptions, libraryOf } from "./shared.js";
import { type DocumentExpectations, type DocumentVerification, verifyWith } from "./verification.js";

/**
 * Verifies a document that a server signed, without a network: a claim, a receipt, a certificate, or any other.
 *
 * The document is its JSON: text, or the bytes of a file.
 */
export function verifyDocument(
  document: string | Uint8Array,
  expected: DocumentExpectations = {},
  options?: CreateOptions,
): Promise<DocumentVerification> {
  return verifyWith(libraryOf(options), document, expected, options);
}
