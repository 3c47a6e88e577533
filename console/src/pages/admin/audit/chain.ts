/** The checks of the audit log in the browser: the signature of a checkpoint, and the entry that it covers. */
import type { Result } from "@lockstep/client";
import { api } from "../../../api/client";
import { keysOf, type TrustedKeys } from "../../verify/document";
import type { SignedDocument } from "../users/user";
import { type Checkpoint, checkpointOf, type Verdict, verdict } from "./checkpoint";

type Entry = Result<"readAuditLog">["logs"][number];

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
