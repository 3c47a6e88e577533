/** Documents and keys that people give, and the words for a refusal. */
import type { DocumentExpectations } from "@lockstep/client/documents";
import { isObject, type JsonObject } from "../../json";

/** The largest document and the largest list of keys, in bytes: the limit of the verifier. */
export const LARGEST = 8 * 1024 * 1024;

/** The keys that a document has to be signed with. */
export type TrustedKeys = Required<Pick<DocumentExpectations, "publicKey">> &
  Pick<DocumentExpectations, "chain">;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a text looks like a signed document. The verifier reads the text itself. */
export function isDocument(text: string): boolean {
  const document = parse(text);
  return isObject(document) && String(document["format"]).startsWith("lockstep-");
}

/** Returns the keys in an answer of `getAttestationKey`: the present key, and the chain of the earlier ones. */
export function keysOf(answer: { publicKey: string; chain?: unknown }): TrustedKeys {
  const { publicKey, chain } = answer;
  return { publicKey, ...(Array.isArray(chain) && { chain: JSON.stringify({ chain }) }) };
}

/** Reads a key file: the answer of `GET /v1/encryption/attestation-key`, or a public key in base64; else undefined. */
export function readKeys(text: string): TrustedKeys | undefined {
  const answer = parse(text);
  if (isObject(answer)) {
    const { publicKey, chain } = answer;
    return typeof publicKey === "string" ? keysOf({ publicKey, chain }) : undefined;
  }
  const publicKey = text.trim();
  return /^[A-Za-z0-9+/]{40,}={0,2}$/.test(publicKey) ? { publicKey } : undefined;
}

/** Returns the reason of a refusal without the options of the command line that it names. */
export function reasonOf(refusal: string): string {
  const reason = refusal
    .replace(/^refused: /, "")
    .replace(/ with --(audience|nonce)/, "")
    .replace(/but --(audience|nonce) expects one/, "but you expect one")
    .replace(", or accept it with --accept-proof-1", "");
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** Writes a fingerprint in groups of eight digits, to be compared by eye. */
export function grouped(fingerprint: string): string {
  return fingerprint.replace(/(.{8})(?=.)/g, "$1 ");
}

/** The verified content of a document: the statement of a claim, and the rest. */
export interface DocumentFacts {
  /** The claim in sentences; absent in other documents. */
  statement?: string;
  audience: string;
  nonce: string;
  setup: string;
  assurance: string;
  rest: JsonObject;
}

/** Parts the verified content of a document. */
export function factsOf(says: JsonObject): DocumentFacts {
  const { statement, audience, nonce, setup, assurance, ...rest } = says;
  if (typeof statement !== "string") {
    return { audience: "", nonce: "", setup: "", assurance: "", rest: says };
  }
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    statement,
    audience: text(audience),
    nonce: text(nonce),
    setup: text(setup),
    assurance: text(assurance),
    rest,
  };
}
