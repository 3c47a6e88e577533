/** The link of a QR code: the page Check, and the digest of the document that its reader should get. */
import { sha256 } from "../../digest";

/** Returns the SHA-256 of a document without its white space; undefined if it is not JSON or the digest cannot be computed. */
export async function documentDigest(text: string): Promise<string | undefined> {
  let compact: string;
  try {
    compact = JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
  return sha256(new TextEncoder().encode(compact));
}

const NAME = "sha256=";

/** Returns the link to the page Check. The part after `#` stays in the browser: no server sees it. */
export function checkLink(origin: string, digest: string): string {
  return `${origin}/verify#${NAME}${digest}`;
}

/** Reads the digest in the last part of an address, which may begin with `#`. */
export function expectedDigest(hash: string): string | undefined {
  const [, digest] = /^#?sha256=([0-9a-f]{64})$/.exec(hash) ?? [];
  return digest;
}

/** `unknown`: the browser cannot compute the digest. */
export type CodeMatch = "same" | "other" | "unknown";

/** Compares a document with the digest of a code; undefined without a code. */
export async function matchOf(text: string, expected: string | undefined): Promise<CodeMatch | undefined> {
  if (expected === undefined) {
    return undefined;
  }
  const digest = await documentDigest(text);
  if (digest === undefined) {
    return "unknown";
  }
  return digest === expected ? "same" : "other";
}

/** Whether an address is only known to this computer. */
export function isLocal(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    /^127(\.\d+){3}$|^\[?::1\]?$/.test(hostname)
  );
}
