/** A signed checkpoint of the audit log, and the verdict over it. */
import type { SignedDocument } from "../users/user";
import { recordOf } from "../users/user";

export interface Checkpoint {
  installation: string;
  at: string;
  /** The number of the last entry that it covers. */
  entries: number;
  /** The hash of that entry. */
  head: string;
  number: number;
}

/** Reads the record of a checkpoint; undefined for any other document. */
export function checkpointOf(document: SignedDocument): Checkpoint | undefined {
  const { format, installation, at, entries, head, number } = recordOf(document);
  const isOne =
    format === "lockstep-checkpoint/1" &&
    typeof installation === "string" &&
    typeof at === "string" &&
    !Number.isNaN(Date.parse(at)) &&
    typeof entries === "number" &&
    typeof head === "string" &&
    typeof number === "number";
  return isOne ? { installation, at, entries, head, number } : undefined;
}

/** Reads a file that a person kept: a signed document, or nothing. */
export function keptDocument(text: string): SignedDocument | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  const fields = value as Record<string, unknown>;
  const names = ["format", "key", "publicKey", "record", "signature"];
  const isOne = names.every((name) => typeof fields[name] === "string");
  const document = fields as unknown as SignedDocument;
  return isOne && checkpointOf(document) ? document : undefined;
}

/** `unknown`: the browser or the log does not show it. */
export type Finding = "holds" | "broken" | "unknown";

export interface Verdict {
  /** The document was signed by this installation's key, as far as its fingerprint says. */
  key: Finding;
  /** The log's entry has the signed hash. */
  head: Finding;
}

interface Facts {
  installation: string;
  platformKey: string;
  fingerprint: string | undefined;
  headHash: string | undefined;
}

/** Compares a checkpoint with the log that the server shows. */
export function verdict(document: SignedDocument, checkpoint: Checkpoint, facts: Facts): Verdict {
  const finding = (isTrue: boolean): Finding => (isTrue ? "holds" : "broken");
  const isNamed =
    checkpoint.installation === facts.installation &&
    // A replaced key signed earlier checkpoints: its name is not this one, and the browser cannot tell.
    document.key === facts.platformKey;
  let key: Finding = "unknown";
  if (checkpoint.installation !== facts.installation) {
    key = "broken";
  } else if (facts.fingerprint !== undefined && facts.fingerprint !== document.key) {
    key = "broken";
  } else if (isNamed && facts.fingerprint !== undefined) {
    key = "holds";
  }
  const head = facts.headHash === undefined ? "unknown" : finding(facts.headHash === checkpoint.head);
  return { key, head };
}
