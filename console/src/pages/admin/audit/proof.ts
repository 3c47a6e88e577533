/**
 * Computes the hashes of the audit log again, as docs/security/audit-chain.md describes: of an entry with its body, and of the
 * links from the entries of a page to a signed checkpoint.
 */
import type { Result } from "@lockstep/client";
import { sha256 } from "../../../digest";
import type { Checkpoint, Finding } from "./checkpoint";

export type Entry = Result<"readAuditLog">["logs"][number];
export type Links = Result<"listAuditLinks">;
type Link = Links["links"][number];

const utf8 = new TextEncoder();
const ZEROS = "0".repeat(64);

/** Checks an entry by itself: its fields are those of its body, and its body and its hash are unchanged. */
export async function entryFinding(entry: Entry): Promise<Finding> {
  const { proof } = entry;
  if (!proof) {
    return "unknown";
  }
  const [digest, hash] = await Promise.all([bodyDigest(proof), linkHash(proof.node, { ...entry, ...proof })]);
  if (digest === undefined || hash === undefined) {
    return "unknown";
  }
  const holds = isShown(entry, proof.body) && digest === proof.bodyDigest && hash === entry.hash;
  return holds ? "holds" : "broken";
}

/** Whether the fields of an entry are the texts of its body. The name is that of the account now, and not compared. */
function isShown({ id, user, action, component, status, details, metadata }: Entry, body: readonly string[]) {
  const shown = [id, user.id, body[2], user.role, action, component, status, details];
  return (
    body.length === 9 &&
    shown.every((text, place) => text === body[place]) &&
    sorted(metadata) === sorted(parsed(body[8] ?? ""))
  );
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes a value with the members of objects in one order. */
function sorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Returns the digest of a body; undefined where the browser does not compute it. */
function bodyDigest({ salt, body }: NonNullable<Entry["proof"]>): Promise<string | undefined> {
  return sha256(joined([utf8.encode("lockstep audit body v1"), fromHex(salt), ...body.map(textBytes)]));
}

/** Returns the hash of an entry or link; undefined where the browser does not compute it. */
function linkHash(node: string, link: Omit<Link, "hash">): Promise<string | undefined> {
  return sha256(
    joined([
      utf8.encode("lockstep audit v1"),
      textBytes(node),
      numberBytes(link.sequence),
      numberBytes(Date.parse(link.timestamp)),
      fromHex(link.previousHash),
      fromHex(link.bodyDigest),
    ]),
  );
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A whole number in 8 bytes, the most significant byte first; 0 for anything but a whole number. */
function numberBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(Number.isSafeInteger(value) ? value : 0));
  return bytes;
}

function textBytes(text: string): Uint8Array {
  const bytes = utf8.encode(text);
  return joined([numberBytes(bytes.length), bytes]);
}

/** Reads hexadecimal digits. Other texts give bytes with another hash. */
function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** `at` is the number of the first entry that is not the one that was written. */
export type PageVerdict =
  | { kind: "holds"; links: number; covered: number; total: number }
  | { kind: "broken"; at: number }
  | { kind: "tooLong" }
  | { kind: "unknown" };

/** The first and the last entry whose links connect the entries of a page with the checkpoint. */
export function rangeOf(
  entries: readonly Entry[],
  checkpoint: Checkpoint | undefined,
): { first: number; last: number } {
  const numbers = entries.map((entry) => entry.sequence);
  const all = checkpoint ? [...numbers, checkpoint.entries] : numbers;
  return { first: Math.min(...all), last: Math.max(...all) };
}

/** Checks the entries of a page, and the chain of links from them to the checkpoint. */
export async function pageVerdict(
  entries: readonly Entry[],
  { node, links }: Links,
  checkpoint: Checkpoint | undefined,
): Promise<PageVerdict> {
  const findings = await Promise.all(entries.map(entryFinding));
  const changed = entries.find((_, place) => findings[place] === "broken");
  if (changed) {
    return { kind: "broken", at: changed.sequence };
  }
  const hashes = await Promise.all(links.map((link) => linkHash(node, link)));
  if (findings.includes("unknown") || hashes.includes(undefined)) {
    return { kind: "unknown" };
  }
  const { first, last } = rangeOf(entries, checkpoint);
  const broken = brokenLink(links, hashes, first, last);
  if (broken !== undefined) {
    return { kind: "broken", at: broken };
  }
  const hashAt = (sequence: number) => links[sequence - first]?.hash;
  const moved = entries.find((entry) => hashAt(entry.sequence) !== entry.hash);
  if (moved) {
    return { kind: "broken", at: moved.sequence };
  }
  if (checkpoint && hashAt(checkpoint.entries) !== checkpoint.head) {
    return { kind: "broken", at: checkpoint.entries };
  }
  const covered = entries.filter((entry) => checkpoint && entry.sequence <= checkpoint.entries).length;
  return { kind: "holds", links: links.length, covered, total: entries.length };
}

/** Returns the number of the first link that is missing, changed, or does not follow the one before it. */
function brokenLink(
  links: readonly Link[],
  hashes: readonly (string | undefined)[],
  first: number,
  last: number,
): number | undefined {
  for (let sequence = first; sequence <= last; sequence += 1) {
    const place = sequence - first;
    const link = links[place];
    const previous = sequence === 1 ? ZEROS : links[place - 1]?.hash;
    const follows = link?.sequence === sequence && (previous === undefined || link.previousHash === previous);
    if (!follows || link.hash !== hashes[place]) {
      return sequence;
    }
  }
  return undefined;
}
