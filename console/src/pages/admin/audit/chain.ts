/** The checks of the audit log in the browser: the signature of a checkpoint, and the entry that it covers. */
import { api } from "../../../api/client";
import { keysOf, type TrustedKeys } from "../../verify/document";
import type { SignedDocument } from "../users/user";
import { type Checkpoint, checkpointOf, type Finding, type Verdict, verdict } from "./checkpoint";
import { type Entry, type Links, type PageVerdict, pageVerdict, rangeOf } from "./proof";

const PAGE = 100;
/** Entries of the second after a checkpoint may come before it in the list. */
const MOST_PAGES = 20;

/** Checks the signature of a checkpoint, and the checkpoint against the log as the server shows it now. */
export async function checkChain(document: SignedDocument): Promise<Verdict> {
  const checkpoint = checkpointOf(document);
  if (!checkpoint) {
    return { signature: "unknown", head: "unknown" };
  }
  const [attestation, entry] = await Promise.all([api.encryption.getAttestationKey(), entryAt(checkpoint)]);
  return verdict(checkpoint, {
    installation: attestation.installation,
    isSigned: await isSigned(document, keysOf(attestation)),
    headHash: entry?.hash,
  });
}

const PAGE_OF_LINKS = 1000;
/** A longer chain is for the server, or for `lockstep audit verify`. */
const MOST_LINKS = 20_000;

/** The verdict over the entries of a page, and over the signature of the checkpoint that covers them. */
export interface PageResult {
  page: PageVerdict;
  /** Undefined without a checkpoint. */
  signature: Finding | undefined;
}

/** Computes the hashes of the entries of a page again, and of all links between them and the checkpoint. */
export async function checkPage(
  entries: readonly Entry[],
  document: SignedDocument | undefined,
): Promise<PageResult> {
  const checkpoint = document && checkpointOf(document);
  const signature = document && checkpoint ? await signatureOf(document, checkpoint) : undefined;
  const { first, last } = rangeOf(entries, checkpoint);
  if (last - first >= MOST_LINKS) {
    return { page: { kind: "tooLong" }, signature };
  }
  const links = await linksBetween(first, last);
  return { page: await pageVerdict(entries, links, checkpoint), signature };
}

async function signatureOf(document: SignedDocument, checkpoint: Checkpoint): Promise<Finding> {
  const attestation = await api.encryption.getAttestationKey();
  return verdict(checkpoint, {
    installation: attestation.installation,
    isSigned: await isSigned(document, keysOf(attestation)),
    headHash: undefined,
  }).signature;
}

/** Gets the links from one entry to another; fewer if the server does not have them. */
async function linksBetween(first: number, last: number): Promise<Links> {
  const links: Links["links"] = [];
  let node = "";
  while (first + links.length <= last) {
    const limit = Math.min(PAGE_OF_LINKS, last - first - links.length + 1);
    const answer = await api.administration.listAuditLinks({ first: first + links.length, limit });
    node = answer.node;
    links.push(...answer.links);
    if (answer.links.length < limit) {
      break;
    }
  }
  return { node, links };
}

/** Verifies the signature in the page; undefined if the verifier cannot be loaded. */
async function isSigned(document: SignedDocument, keys: TrustedKeys): Promise<boolean | undefined> {
  try {
    // The verifier is large: only a person who checks a checkpoint loads it.
    const { verifier } = await import("../../verify/verifier");
    return (await verifier.verifyDocument(JSON.stringify(document), keys)).verified;
  } catch {
    return undefined;
  }
}

/** Finds the entry that the checkpoint covers: the newest one at its time, or one shortly before in the list. */
async function entryAt({ entries, at }: Checkpoint): Promise<Entry | undefined> {
  const until = new Date(Date.parse(at) + 1000).toISOString();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { logs } = await api.administration.readAuditLog({
      filters: { dateRange: `1970-01-01T00:00:00Z/${until}` },
      limit: PAGE,
      page,
    });
    const found = logs.find((entry) => entry.sequence === entries);
    const last = logs.at(-1);
    if (found || !last || last.sequence < entries) {
      return found;
    }
  }
  return undefined;
}
