import type { Fields } from "./frame.js";
import type { WorkerLibrary, WorkOptions } from "./library.js";

/** The trusted keys and the expectations of the reader of a document. */
export interface DocumentExpectations {
  /** The fingerprint of the signer's key, from another channel than the document: 64 hexadecimal digits. */
  attester?: string;
  /** The signer's public key, from another channel than the document: base 64. */
  publicKey?: string;
  /** The answer of `getAttestationKey`, as JSON: documents of the signer's earlier keys hold, too. */
  chain?: string | Uint8Array;
  /** The audience of the reader. A document that names an audience does not hold without it. */
  audience?: string;
  /** The nonce that the reader gave, base 64. A document that contains a nonce does not hold without it. */
  nonce?: string;
  /** The time of the verification. Default: now. A claim whose validity has ended does not hold. */
  now?: Date;
}

/** The result of the verification of a document. */
export interface DocumentVerification {
  /** Whether the signatures, and the proof of a claim, are valid, and the signer is the expected one. */
  verified: boolean;
  /** Why the document does not hold; null if it does. */
  reason: string | null;
  /** The format of the document, such as `lockstep-erasure/1`. This and all below are null if it does not hold. */
  format: string | null;
  /** The identifier of the document. */
  id: string | null;
  /** The fingerprint of the signing key. */
  attester: string | null;
  /** The time of the signature. */
  signedAt: string | null;
  /** The verified content. */
  says: Record<string, unknown> | null;
  /** Whether the expectations name the signer. If they do not, anyone could have signed: compare `attester`. */
  knownSigner: boolean | null;
}

/** Verifies a document with a module that has the operation. */
export async function verifyWith(
  library: WorkerLibrary,
  document: string | Uint8Array,
  expected: DocumentExpectations,
  options?: WorkOptions,
): Promise<DocumentVerification> {
  const fields = documentFields(document, expected);
  return (await library.call("Document.verify", fields, options)) as unknown as DocumentVerification;
}

/** Returns the request of the operation. */
export function documentFields(document: string | Uint8Array, expected: DocumentExpectations): Fields {
  const { chain, now = new Date(), ...named } = expected;
  const fields: Fields = { ...named, document: toBytes(document), now: now.toISOString() };
  if (chain !== undefined) {
    fields["chain"] = toBytes(chain);
  }
  return fields;
}

function toBytes(text: string | Uint8Array): Uint8Array {
  return typeof text === "string" ? new TextEncoder().encode(text) : text;
}
