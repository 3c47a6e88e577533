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
  /** A key of this installation, the present one or an earlier one, signed the checkpoint. */
  signature: Finding;
  /** The log's entry has the signed hash. */
  head: Finding;
}

interface Facts {
  installation: string;
  /** The result of the verifier of documents; undefined if it could not be started. */
  isSigned: boolean | undefined;
  headHash: string | undefined;
}

/** Compares a checkpoint with the log that the server shows. */
export function verdict(checkpoint: Checkpoint, { installation, isSigned, headHash }: Facts): Verdict {
  const finding = (isTrue: boolean | undefined): Finding =>
    isTrue === undefined ? "unknown" : isTrue ? "holds" : "broken";
  return {
    signature: checkpoint.installation === installation ? finding(isSigned) : "broken",
    head: finding(headHash === undefined ? undefined : headHash === checkpoint.head),
  };
}
